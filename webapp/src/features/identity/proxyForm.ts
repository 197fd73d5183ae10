// The fields of a proxy in the form, and what is sent of them.
export interface ProxyForm {
  proxyUse: 'none' | 'keep' | 'new';
  country: number | null;
  city: number | null;
  protocol: 'HTTP' | 'HTTPS' | 'SOCKS5';
  ip: string;
  port: number | null;
  username: string;
  password: string;
}

export const NO_PROXY: ProxyForm = {
  proxyUse: 'none',
  country: null,
  city: null,
  protocol: 'SOCKS5',
  ip: '',
  port: null,
  username: '',
  password: '',
};

/** The fields beside which a refusal may be said. */
export const PROXY_FIELDS = ['country', 'city', 'protocol', 'ip', 'port', 'username', 'password'] as const;

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

/** What a new device is asked for of its proxy. */
export const proxyWish = (form: ProxyForm) => {
  if (form.proxyUse === 'new') return proxyOf(form);
  return form.proxyUse === 'keep' ? { keepProxy: true } : {};
};
