// What is special: promotion from the other board, illegal moves, gifts, passing, drops.

import { describe, expect, it } from 'vitest';
import { seating } from './support/seated';

const sitDown = seating();

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300';
const PAWN_AT_THE_DOOR = '7k/P7/8/8/8/8/8/K7 w - - 300 300';

describe.each(['fer', 'stein'])('%s', (book) => {
  it('promotes with a piece picked on the other board itself', async () => {
    const four = await sitDown({ book, position: `${PAWN_AT_THE_DOOR} | ${START}` });
    await four.start();
    const { A, B } = four.players;
    await A.move('a7a8');
    await A.page.getByText('Now choose a piece on the other board.').waitFor();
    expect(await A.page.locator('.theirs square.takeable').count()).toBe(7);
    await A.tap('d1', 'B');
    await A.sees('a8=Qd1+');
    // The queen has left the other board on every page.
    await B.page.waitForFunction(() => document.querySelectorAll('.mine piece.white.queen').length === 0);
    await A.page.waitForFunction(() => document.querySelectorAll('.mine piece.white.queen').length === 1);
  });
});

describe('open input', () => {
  it('offers a piece of the other board and plain roles to a pawn in stein', async () => {
    const four = await sitDown({ book: 'stein', input: 'open', position: `${PAWN_AT_THE_DOOR} | ${START}` });
    await four.start();
    const { A } = four.players;
    await A.move('a7a8');
    await A.page.locator('.theirs square.takeable').first().waitFor();
    await A.page.locator('.picker [data-role=queen]').click();
    // Hands name the piece; the referee finds it on the other board.
    await A.page.locator('.moves td span', { hasText: /^a8=Q/ }).waitFor();
  });

  it('lets an illegal move be claimed in asten', async () => {
    const four = await sitDown({ book: 'asten', input: 'open' });
    await four.start();
    const { A, a } = four.players;
    await A.move('e2e5');
    await a.press('claim illegal');
    expect(await A.result()).toBe('0-1');
    await A.page.locator('.result', { hasText: 'Illegal move' }).waitFor();
  });

  it('takes an illegal move back in minerva', async () => {
    const four = await sitDown({ book: 'minerva', input: 'open' });
    await four.start();
    const { A, a } = four.players;
    await A.move('e2e5');
    await a.press('claim illegal');
    await A.page.locator('.moves .undone').waitFor();
    await A.move('e2e4');
    await a.sees('e4');
    await a.move('e7e5');
    await A.sees('e5');
  });
});

describe('a piece that was captured', () => {
  it('flies to the partner, who drops it by a tap', async () => {
    const four = await sitDown({ book: 'asten' });
    await four.start();
    const { b } = four.players;
    await four.play('A e2e4', 'a d7d5', 'A e4d5', 'B e2e4');
    await b.page.locator('[data-strip=b] button[data-role=pawn]:not([disabled])').waitFor();
    await b.move('P@e5');
    await b.sees('P@e5');
  });

  it.each(['minerva', 'stein'])('is held back in %s until it is passed on', async (book) => {
    const four = await sitDown({ book });
    await four.start();
    const { A, b } = four.players;
    await A.press('hold on');
    await four.play('A e2e4', 'a d7d5', 'A e4d5');
    // Everybody sees what is kept.
    await b.page.locator('[data-strip=A]').getByLabel('Held back: pawn').waitFor();
    await A.act('pass').click();
    await b.page.locator('[data-strip=b] button[data-role=pawn]:not([disabled])').waitFor();
  });
});

describe('a refusal', () => {
  it('says why, with the article, whose text is a tap away', async () => {
    const four = await sitDown({ book: 'stein', position: `7k/8/8/8/8/8/8/K7/Q w - - 300 300 | ${START}` });
    await four.start();
    const { A } = four.players;
    await A.myTurn();
    await A.page.keyboard.type('Q@h4');
    await A.page.keyboard.press('Enter');
    const line = A.page.locator('.refusal');
    await line.getByText('A dropped piece may not give check').waitFor();
    await line.locator('.cite').click();
    await A.page.locator('aside.sheet').getByRole('heading', { name: 'stein 2.4' }).waitFor();
    expect(await A.page.locator('aside.sheet .text').first().textContent()).not.toBe('');
  });
});

describe('pressing the clock oneself', () => {
  it('completes a move by the space bar', async () => {
    const four = await sitDown({ book: 'asten', press: 'manual' });
    await four.start();
    const { A, a } = four.players;
    // Too early: that is told, and no longer once it is not true any more.
    await a.page.keyboard.type('e5');
    await a.page.keyboard.press('Enter');
    await a.page.locator('.refusal', { hasText: "opponent's turn" }).waitFor();
    await A.move('e2e4');
    await A.act('press').waitFor();
    await A.page.keyboard.press(' ');
    await a.myTurn();
    await a.page.locator('.refusal', { hasText: "opponent's turn" }).waitFor({ state: 'detached' });
  });
});

describe('partners', () => {
  it('speak with one key, heard and seen by the partner alone', async () => {
    const four = await sitDown({ book: 'stein' });
    await four.start();
    const { A, a, b } = four.players;
    await A.page.keyboard.press('4');
    await b.page.locator('.heard', { hasText: 'I need a knight' }).waitFor();
    expect(await a.page.locator('.heard').count()).toBe(0);
    // Stein lets partners say little: no free words, no "sit".
    expect(await A.page.locator('.line form').count()).toBe(0);
  });
});

describe('what a pawn becomes', () => {
  it('is asked until it is answered, whatever happens meanwhile', async () => {
    const four = await sitDown({ book: 'asten', position: `${PAWN_AT_THE_DOOR} | ${START}` });
    await four.start();
    const { A, B, b } = four.players;
    await A.move('a7a8');
    const picker = A.page.locator('.picker');
    await picker.waitFor();
    await four.play('B e2e4', 'b e7e5');
    await A.sees('e5');
    await b.page.keyboard.press('4');
    await A.page.locator('.heard').waitFor();
    await B.page.reload();
    await B.page.locator('.mine .board cg-board').waitFor();
    await picker.locator('[data-role=rook]').click();
    await A.sees('a8=R+');
    await A.page.waitForFunction(() => document.querySelectorAll('.mine piece.white.rook').length === 1);
  });
});

describe('a key that is held', () => {
  it('does once what it does', async () => {
    const four = await sitDown({ book: 'stein' });
    await four.start();
    const { A, b } = four.players;
    // What a keyboard sends while a key is held: presses without a release.
    const hold = async (key: string) => {
      for (let again = 0; again < 40; again += 1) await A.page.keyboard.down(key);
      await A.page.keyboard.up(key);
    };
    await hold('v');
    await A.page.getByText('Resign: are you sure?').waitFor();
    await A.act('offer_draw').focus();
    await hold('Enter');
    await A.page.getByText('Offer draw: are you sure?').waitFor();
    await hold('4');
    await b.page.locator('.heard', { hasText: 'I need a knight' }).first().waitFor();
    await four.play('A e2e4');
    await b.sees('e4');
    expect(await b.page.locator('.heard').count()).toBeLessThanOrEqual(1);
    expect(await A.page.locator('[data-result]').count()).toBe(0);
    await A.page.locator('[role=status] .dot').waitFor();
  });
});
