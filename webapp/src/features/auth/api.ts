// The calls of getting in: signing in, codes, captcha, registration, reset, other providers. Each form says itself what was wrong.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

/** Purpose of a code; a code for one purpose serves no other. */
export type Purpose =
  | 'login'
  | 'register'
  | 'reset'
  | 'password'
  | 'phone'
  | 'email'
  | 'bind'
  | 'delete'
  | 'token'
  | 'subaccount';
/** Purpose of a solved picture. */
export type CaptchaAction = 'login' | 'sms' | 'register';

const inPlace = { quiet: true, anonymous: true } as const;

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerType: build.query<Answer<'get_register_type'>, void>({
      query: () => ask('get_register_type', undefined, inPlace),
    }),
    signIn: build.mutation<Answer<'sign_in'>, Body<'sign_in'>>({
      query: (body) => ask('sign_in', body, inPlace),
    }),
    register: build.mutation<Answer<'register_member'>, Body<'register_member'>>({
      query: (body) => ask('register_member', body, inPlace),
    }),
    resetPassword: build.mutation<unknown, Body<'change_password'>>({
      query: (body) => ask('change_password', body, inPlace),
    }),
    // Each turn is a picture of its own: it is good for one try.
    captcha: build.query<Answer<'get_captcha'>, { action: CaptchaAction; turn: number }>({
      query: ({ action }) => ask('get_captcha', undefined, { ...inPlace, query: { action } }),
      keepUnusedDataFor: 0,
    }),
    // Codes to change something of a signed-in member carry the session.
    sendCode: build.mutation<Answer<'send_code'>, Body<'send_code'> & { purpose: Purpose }>({
      query: (body) => ask('send_code', body, { quiet: true, anonymous: isOpen(body.purpose) }),
    }),
    checkCode: build.mutation<unknown, Body<'check_code'>>({
      query: (body) => ask('check_code', body, inPlace),
    }),
    socialRedirect: build.mutation<Answer<'get_social_redirect'>, { type: number; redirectUri: string }>({
      query: (query) => ask('get_social_redirect', undefined, { ...inPlace, query }),
    }),
    signInSocial: build.mutation<Answer<'sign_in_social'>, Body<'sign_in_social'>>({
      query: (body) => ask('sign_in_social', body, inPlace),
    }),
  }),
});

const isOpen = (purpose: Purpose) =>
  purpose === 'login' || purpose === 'register' || purpose === 'reset' || purpose === 'bind';

/** Answer to a call that another part made: this hook asks nothing itself. */
export const { useQueryState: useRegisterTypeState } = authApi.endpoints.registerType;

export const {
  useRegisterTypeQuery,
  useLazyRegisterTypeQuery,
  useSignInMutation,
  useRegisterMutation,
  useResetPasswordMutation,
  useCaptchaQuery,
  useSendCodeMutation,
  useCheckCodeMutation,
  useSocialRedirectMutation,
  useSignInSocialMutation,
} = authApi;
