import { describe, expect, it } from 'vitest';
import { constants } from '@/core/rules';
import { changeListState, listBody, listStateCodec, noFilter, readListState, writeListState } from './listState';

const limits = constants();
const read = (query: string) => readListState(new URLSearchParams(query), limits);
const plain = read('');

describe('the address of the list', () => {
  it('is plain for the usual question', () => {
    expect(plain).toEqual({
      pageNo: 1,
      pageSize: limits.defaultPageSize,
      keyword: '',
      sortType: 1,
      sortOrder: 'desc',
      receipt: null,
      ...noFilter,
    });
    expect(writeListState(plain, limits).toString()).toBe('');
  });

  it('sorts as it was last sorted in this browser, unless the address says how', () => {
    const codec = listStateCodec(limits);
    const read = (query: string) => codec.read(new URLSearchParams(query));
    const chosen = codec.change(read(''), { sortType: 3 });
    expect(chosen).toMatchObject({ sortType: 3, sortOrder: 'asc' });
    expect(localStorage.getItem('sortType')).toBe('3');
    expect(read('')).toMatchObject({ sortType: 3, sortOrder: 'asc' });
    expect(read('sort=2').sortType).toBe(2);
    codec.change(chosen, { sortType: 1 });
    expect(read('')).toMatchObject({ sortType: 1, sortOrder: 'desc' });
  });

  it.each([
    'q=%E4%B8%BB%E5%8A%9B-01',
    'sort=2',
    'sort=3&order=desc',
    'order=asc',
    'size=50&page=3',
    'state=failed&rental=expiring&relation=granted',
    'group=0',
    'group=9007199254740991&tag=12&receipt=34&page=2',
    'q=a%2C+b&sort=2&order=desc&size=10&page=2',
  ])('says what was asked and reads back: %s', (query) => {
    expect(writeListState(read(query), limits).toString()).toBe(query);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=99999999',
    'size=11',
    'size=200',
    'sort=4',
    'sort=0',
    'order=up',
    'state=asleep',
    'rental=never',
    'relation=friend',
    'group=-1',
    'group=9007199254740993',
    'tag=x',
    'receipt=1.5',
  ])('ignores what makes no sense: %s', (query) => {
    expect(read(query)).toEqual(plain);
  });

  it('begins at the first page when anything but the page changes', () => {
    const third = { ...plain, pageNo: 3 };
    expect(changeListState(third, { keyword: 'x' }).pageNo).toBe(1);
    expect(changeListState(third, { pageSize: 50 }).pageNo).toBe(1);
    expect(changeListState(third, { pageNo: 4 }).pageNo).toBe(4);
    expect(changeListState(third, { group: 7 }).pageNo).toBe(1);
    expect(changeListState(third, { receipt: 7 }).pageNo).toBe(3);
  });

  it.each(['running', 'busy', 'failed', 'off', 'hold'])('asks for phones that are %s in one word', (state) => {
    const body = listBody(read(`state=${state}`));
    expect(body).toMatchObject({ state });
    // Status and switch behind the word are known to the server: it counts by the same rule.
    expect(body).not.toHaveProperty('businessStatus');
    expect(body).not.toHaveProperty('power');
  });

  it('asks for what was chosen, and for nothing else', () => {
    expect(listBody(plain)).not.toHaveProperty('state');
    expect(listBody(read('rental=expiring'))).toEqual(expect.objectContaining({ rental: 'expiring' }));
    expect(listBody(plain)).not.toHaveProperty('rental');
    expect(listBody(read('group=0&tag=5'))).toMatchObject({ groupId: 0, phoneTagId: 5 });
    expect(listBody(plain)).not.toHaveProperty('groupId');
  });

  it('takes the usual order of another sort', () => {
    expect(changeListState(plain, { sortType: 2 }).sortOrder).toBe('asc');
    expect(changeListState({ ...plain, sortType: 2, sortOrder: 'asc' }, { sortType: 1 }).sortOrder).toBe('desc');
  });
});
