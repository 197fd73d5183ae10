import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderIn } from '@/test/render';
import { SearchBox } from './SearchBox';

/** The address gives back what was searched without the blanks around it. */
function Searched() {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchBox value={value} onSearch={(text) => setValue(text.trim())} />
      <output aria-label="searched">{value}</output>
      <button type="button" onClick={() => setValue('')}>
        back
      </button>
    </>
  );
}

const field = () => screen.getByPlaceholderText('名称或编号，逗号分隔可查多台');
const searched = (text: string) => waitFor(() => expect(screen.getByLabelText('searched').textContent).toBe(text));

describe('the search', () => {
  it('leaves the blank before the next word of a name where it is', async () => {
    await renderIn(<Searched />);
    await userEvent.type(field(), '选品 ');
    await searched('选品');
    expect(field()).toHaveValue('选品 ');
    await userEvent.type(field(), 'A');
    expect(field()).toHaveValue('选品 A');
    await searched('选品 A');
  });

  it('follows the address', async () => {
    await renderIn(<Searched />);
    await userEvent.type(field(), '主力{Enter}');
    await searched('主力');
    await userEvent.click(screen.getByText('back'));
    expect(field()).toHaveValue('');
    await userEvent.type(field(), '主力{Enter}');
    await searched('主力');
  });

  it('takes pasted lines as names of their own, between what stands there', async () => {
    await renderIn(<Searched />);
    await userEvent.type(field(), '直播间, ');
    await userEvent.paste('选品 A\r\n主力-01\r\n选品 A\r\n');
    expect(field()).toHaveValue('直播间, 选品 A, 主力-01');
    await searched('直播间, 选品 A, 主力-01');
  });

  it('takes a line for each name from its batch field', async () => {
    await renderIn(<Searched />);
    await userEvent.click(screen.getByText('批量'));
    const lines = await screen.findByPlaceholderText('每行一个名称或编号，也可以用逗号或空格分开');
    await userEvent.type(lines, '选品 A{Enter}主力-01');
    await userEvent.click(screen.getByText('搜索 2 个'));
    await searched('选品 A, 主力-01');
    expect(field()).toHaveValue('选品 A, 主力-01');
  });
});
