// Recalls the authorizations of phones that were chosen in the list.
import { EndConfirm } from './EndConfirm';

interface Props {
  open: boolean;
  phones: readonly { owlId: string; phoneAlias: string; sharedTo: { relationId: number } | null }[];
  onDone: () => void;
  onClose: () => void;
}

export default function RecallFromList({ open, phones, onDone, onClose }: Props) {
  const endings = phones.flatMap(({ phoneAlias, owlId, sharedTo }) =>
    sharedTo ? [{ relationId: sharedTo.relationId, name: phoneAlias || owlId }] : [],
  );
  return <EndConfirm {...{ open, endings, onDone, onClose }} direction="byMe" />;
}
