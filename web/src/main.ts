import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage } from './i18n/i18n.svelte';
import { startRouter } from './router.svelte';
import { applyLook } from './state/preferences.svelte';
import './theme/tokens.css';
import './theme/base.css';
import './theme/board.css';

applyLook();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyLook);
startRouter();
await startLanguage();
mount(App, { target: document.getElementById('app')! });
