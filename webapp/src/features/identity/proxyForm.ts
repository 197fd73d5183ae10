// The fields of proxies in a form, and what is sent of them.
export interface ProxyForm {
  /** None, what the phones have, one for all, or one a line for each. */
  proxyUse: 'none' | 'keep' | 'new' | 'lines';
  proxyLines: string;
  country: number | null;
  city: number | null;
  protocol: 'HTTP' | 'HTTPS' | 'SOCKS5';
  ip: string;
  port: number | null;
  username: string;
  password: string;
}

export const PROTOCOLS = ['HTTP', 'HTTPS', 'SOCKS5'] as const;

export const NO_PROXY: ProxyForm = {
  proxyUse: 'none',
  proxyLines: '',
  country: null,
  city: null,
  protocol: 'SOCKS5',
  ip: '',
  port: null,
  username: '',
  password: '',
};

/** The fields beside which a refusal may be said. */
export const PROXY_FIELDS = [
  'country',
  'city',
  'protocol',
  'ip',
  'port',
  'username',
  'password',
  'proxyLines',
] as const;

/** The fields of a proxy as they are sent. */
export const proxyOf = ({ country, city, protocol, ip, port, username, password }: ProxyForm) => ({
  protocol,
  ip: ip.trim(),
  ...(port === null ? {} : { port }),
  username,
  password,
  ...(country ? { country } : {}),
  ...(city ? { city } : {}),
});

/** Fields of a call that say which proxies phones are given. */
export const proxyWish = (form: ProxyForm) => {
  if (form.proxyUse === 'lines') return { proxyLines: form.proxyLines, protocol: form.protocol };
  if (form.proxyUse === 'new') return proxyOf(form);
  return form.proxyUse === 'keep' ? { keepProxy: true } : {};
};
