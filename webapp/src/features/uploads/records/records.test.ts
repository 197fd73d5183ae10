import { describe, expect, it } from 'vitest';
import { openRecord, questionOf, recordCodec, stepOf } from './recordState';

describe('the address of the upload records', () => {
  const codec = recordCodec();
  const read = (query: string) => codec.read(new URLSearchParams(query));

  it.each(['', 'outcome=partialSuccess&kind=pushFile&q=a.zip&receipt=5666628594&size=50&page=3'])(
    'reads back what it wrote: %s',
    (query) => expect(codec.write(read(query)).toString()).toBe(query),
  );

  it('asks for what it names, and for nothing that it does not know', () => {
    expect(questionOf(read('outcome=success&q=%20a%20'))).toMatchObject({ outcome: 'success', keyword: 'a' });
    expect(questionOf(read('outcome=some&kind=reboot'))).toEqual({ pageNo: 1, pageSize: 20 });
    expect(openRecord(read('receipt=7'))).toBe(7);
    for (const odd of ['', 'receipt=x', 'receipt=-1', 'receipt=1.5']) expect(openRecord(read(odd)), odd).toBeNull();
  });
});

describe('the next step of a record', () => {
  it.each([
    ['executing', true, true, 'view'],
    ['partialSuccess', true, true, 'retry'],
    ['failed', false, true, 'again'],
    ['success', false, true, 'again'],
    ['failed', false, false, 'view'],
  ] as const)('%s, may be tried again: %s, files kept: %s', (outcome, retryable, kept, step) =>
    expect(stepOf({ outcome, retryable, kept })).toBe(step),
  );
});
