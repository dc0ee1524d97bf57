import { expect, it } from 'vitest';
import { faceOf } from './face';

it('gives a bot its own face, always the same', () => {
  expect(faceOf('5', 'Emil')).toEqual(faceOf('5', 'Emil'));
  expect(faceOf('5', 'Emil').level).toBe(5);
  expect(faceOf('1', 'Ada').colour).not.toBe(faceOf('8', 'Hana').colour);
  expect(faceOf('sjeng', 'sjeng').level).toBeUndefined();
  const faces = new Set(['Emil', 'Edda', 'Evert', 'Eva'].map((name) => JSON.stringify(faceOf('5', name))));
  expect(faces.size).toBeGreaterThan(2);
});
