import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderIn } from '@/test/render';
import { useSelection } from '../batch/useSelection';
import { PhonePicker, type PickPhone, type PickQuestion } from './PhonePicker';

const phones: PickPhone[] = [{ id: 1, name: '主力-01', code: 'OWL-1' }];
const idOf = (phone: PickPhone) => phone.id;
const asked = vi.fn();
const source = async (question: PickQuestion) => {
  asked(question);
  const rows = phones.filter(({ name }) => name.includes(question.keyword));
  return { rows, total: rows.length };
};

function Picker() {
  return <PhonePicker source={source} selection={useSelection(idOf, 10)} cap={10} />;
}

it('a search that finds nothing is cleared by one step', async () => {
  await renderIn(<Picker />);
  expect(await screen.findByText('主力-01')).toBeInTheDocument();
  const field = screen.getByLabelText('名称或编号');
  await userEvent.type(field, '没有');
  await userEvent.click(await screen.findByRole('button', { name: '清除搜索' }));
  expect(await screen.findByText('主力-01')).toBeInTheDocument();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(asked).toHaveBeenLastCalledWith({ keyword: '', pageNo: 1, pageSize: 10 });
});
