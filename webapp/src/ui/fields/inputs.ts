// antd's one-line inputs without its search, text area and one-time-code fields: for pages whose scripts have a budget.
export { default as Input } from 'antd/es/input/Input';
export { default as PasswordInput } from 'antd/es/input/Password';
