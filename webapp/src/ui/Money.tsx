// An amount: fen in, yuan out, trailing zeros dropped, figures of equal width.
import { formatFen } from '@/core/rules';

interface Props {
  /** Integer fen. */
  fen: number;
  /** Says the plus of a gain, too. */
  signed?: boolean;
}

export function Money({ fen, signed = false }: Props) {
  const sign = fen < 0 ? '−' : signed && fen > 0 ? '+' : '';
  return (
    <span className="owl-figures owl-nowrap">
      {sign}¥{formatFen(Math.abs(fen))}
    </span>
  );
}
