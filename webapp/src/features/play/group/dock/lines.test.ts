import { describe, expect, it } from 'vitest';
import { shareLines } from './lines';

const PHONES = [7, 3, 9];

describe('a line each', () => {
  it('goes to the phones in their order, with its blanks', () => {
    expect(shareLines('a\n b \nc', PHONES)).toEqual({
      texts: [
        { phoneId: 7, text: 'a' },
        { phoneId: 3, text: ' b ' },
        { phoneId: 9, text: 'c' },
      ],
      without: 0,
      over: 0,
    });
  });

  it('is counted where there are fewer lines than phones, or more', () => {
    expect(shareLines('a', PHONES)).toMatchObject({ without: 2, over: 0 });
    expect(shareLines('a\nb\nc\nd\n\ne', PHONES)).toMatchObject({ without: 0, over: 2 });
    expect(shareLines('a', [])).toEqual({ texts: [], without: 0, over: 1 });
  });

  it('that is empty goes nowhere, and holds its place', () => {
    expect(shareLines('a\n  \nc', PHONES)).toEqual({
      texts: [
        { phoneId: 7, text: 'a' },
        { phoneId: 9, text: 'c' },
      ],
      without: 1,
      over: 0,
    });
    expect(shareLines('a\nb\nc\n\n\n', PHONES)).toMatchObject({ without: 0, over: 0 });
    expect(shareLines('\n \n', PHONES)).toEqual({ texts: [], without: 3, over: 0 });
  });

  it('ends as any system ends it', () => {
    expect(shareLines('a\r\nb\rc', PHONES).texts.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });
});
