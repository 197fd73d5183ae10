// Buying, inside somebody else's page.
import BuyPage from './BuyPage';
import { Embedded } from './Embedded';

export default function BuyEmbedded() {
  return (
    <Embedded>
      <BuyPage />
    </Embedded>
  );
}
