// Buying, inside somebody else's page.

import { Embedded } from '../Embedded';
import BuyPage from './BuyPage';

export default function BuyEmbedded() {
  return (
    <Embedded>
      <BuyPage />
    </Embedded>
  );
}
