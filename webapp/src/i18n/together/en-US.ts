// Words of the frame and of the first list: one file, since each request costs.
export { default as operations } from '../en-US/operations.json';
export { default as phones } from '../en-US/phones.json';
export { default as shell } from '../en-US/shell.json';
export { default as ui } from '../en-US/ui.json';
