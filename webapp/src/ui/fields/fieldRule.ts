// Field rules of antd's Form, each a rule of wasm: the words of what is wrong, or nothing.

/** Says what is wrong with a value, in words. */
export type Check = (value: string) => string | undefined;

/** A field that one rule checks. */
export const fieldRule = (check: Check) => ({
  validator: (_: unknown, value: unknown) => {
    const fault = check(typeof value === 'string' ? value : '');
    return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
  },
});
