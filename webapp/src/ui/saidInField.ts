// A refusal that names its field is said beside it.
import type { FormInstance, FormRule } from 'antd';
import type { CallFault } from '@/core/http';

/** Says a refusal beside its field and goes there; false when it names none of these fields. */
export function saidInField<V extends object>(
  form: FormInstance<V>,
  names: readonly (keyof V & string)[],
  { data, message }: CallFault,
): boolean {
  const named = (data as { field?: unknown } | null)?.field;
  const name = names.find((one) => one === named);
  if (!name) return false;
  form.setFields([{ name: name as never, errors: [message] }]);
  form.scrollToField(name, { focus: true });
  return true;
}

/** The rule of a field that only the server judges: what it refused is no longer said once the field is changed. */
export const judgedThere: FormRule = { validator: () => Promise.resolve() };
