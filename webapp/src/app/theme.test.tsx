import { screen } from '@testing-library/react';
import { theme } from 'antd';
import { expect, it } from 'vitest';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';

function Motion() {
  const { token } = theme.useToken();
  return <p>{`motion ${token.motion}`}</p>;
}

it.each([
  [true, 'motion false'],
  [false, 'motion true'],
])('where the system asks for less motion (%s) antd is told: %s', async (still, said) => {
  windowOf({ still });
  await renderIn(<Motion />);
  expect(screen.getByText(said)).toBeInTheDocument();
});
