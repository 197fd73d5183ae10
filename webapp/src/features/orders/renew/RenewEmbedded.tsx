// Renewing, inside somebody else's page.
import { Embedded } from '../Embedded';
import RenewPage from './RenewPage';

export default function RenewEmbedded() {
  return (
    <Embedded>
      <RenewPage />
    </Embedded>
  );
}
