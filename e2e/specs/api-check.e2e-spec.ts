import { describeUnless } from '@lectern/testing';
import { checkApi, missing } from '../api-check/api-check';

/** `npm run check:api` takes longer, and makes up other requests each time. */
const SECONDS = 60;
/** The same requests in each run, as far as time allows. */
const SEED = 1;

describeUnless(missing, 'requests that schemathesis makes up, standalone', () => {
  it(
    'are answered as the OpenAPI document says',
    async () => {
      let printed = '';
      const code = await checkApi({ seconds: SECONDS, seed: SEED }, (text) => (printed += text));
      expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
    },
    (SECONDS + 270) * 1_000,
  );
});
