// Values of a trial in a form.
import type { Body } from '@/core/operations';

export interface TrialValues {
  packageName: string | null;
  minutes: number;
  clearsData: boolean;
}

/** As the fields stand at first. */
export const NO_TRIAL: TrialValues = { packageName: null, minutes: 15, clearsData: true };

/** As the call takes it. */
export const trialOf = ({ packageName, minutes, clearsData }: TrialValues): Body<'create_share_link'>['trial'] => ({
  packageName: packageName ?? '',
  minutes,
  clearsData,
});
