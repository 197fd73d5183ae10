// Written by `cargo xtask contract` from contract/openapi.json.
export const operations = {
  create_socket_ticket: ['POST', '/app-api/infra/ws-ticket'],
  current_member: ['GET', '/app-api/member/member/currentMemberInfo'],
  get_branding: ['GET', '/app-api/system/front/logo'],
  get_info: ['GET', '/getInfo'],
  get_routers: ['GET', '/getRouters'],
  list_phones: ['POST', '/app-api/trade/phone/app-page'],
  refresh_session: ['POST', '/app-api/member/auth/refresh-token'],
  sign_in: ['POST', '/app-api/member/auth/sms-login'],
  sign_out: ['POST', '/app-api/member/auth/logout'],
  start_phone: ['POST', '/app-api/infra/cacloud-resource/phone/startPhone'],
} as const;
