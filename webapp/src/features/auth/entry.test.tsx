import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { answering, bodies, ok, ways } from './answers.test-kit';
import { RegisterPage } from './register/RegisterPage';
import { ResetPage } from './reset/ResetPage';
import { SignInPage } from './signIn/SignInPage';

const dress = {
  text: '',
  main: '',
  leftBg: '',
  welcomeText: '欢迎来到猫头鹰云',
  registerType: '',
  renewRedesign: 0,
  loginWay: 'phone',
  serviceUrl: '',
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

describe('the operator’s greeting', () => {
  it('takes the lead’s place on a phone', async () => {
    windowOf({});
    answering({ logo: ok(dress) });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await screen.findByText(dress.welcomeText)).toBeVisible();
    expect(screen.queryByText('登录后继续使用你的云手机')).toBeNull();
  });

  it('stands in the picture on a desk', async () => {
    windowOf({ wide: true });
    answering({ logo: ok(dress) });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await screen.findByText(dress.welcomeText)).toBeVisible();
    expect(screen.getByText('登录后继续使用你的云手机')).toBeVisible();
  });
});

describe('an open page', () => {
  it('is told as a page view of whoever is signed in', async () => {
    const sent = answering({ 'page-view': ok(true) });
    beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
    await renderIn(<ResetPage />, { at: '/restpassword' });
    await waitFor(() => expect(bodies(sent, 'page-view')).toMatchObject([{ path: '/restpassword' }]));
    endSession('left');
  });

  it('is none of whoever signs in there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = answering({ 'page-view': ok(true) });
    await renderIn(<SignInPage />, { at: '/login' });
    beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
    // The page is drawn again, as it is while the next one is on its way.
    fireEvent.click(await screen.findByRole('tab', { name: '短信登录' }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(bodies(sent, 'page-view')).toEqual([]);
    endSession('left');
    vi.useRealTimers();
  });
});

describe('where the operator closed registration', () => {
  const words = '本系统未开放注册，请联系管理员开通账号。';

  it('the sign-in page offers none and says so', async () => {
    answering({ 'register-type': ways({ registerType: 'none' }) });
    await renderIn(<SignInPage />, { at: '/login' });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('link', { name: /注册/ })).toBeNull();
  });

  it('the registration page has no form and leads back', async () => {
    answering({ 'register-type': ways({ registerType: 'none' }) });
    await renderIn(<RegisterPage />, { at: '/register' });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: '注册并登录' })).toBeNull();
    expect(screen.getByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login');
  });
});
