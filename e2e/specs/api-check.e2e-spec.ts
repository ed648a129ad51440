import { describeUnless } from '@lectern/testing';
import { checkApi, missing } from '../api-check/api-check';

/** `npm run check:api` takes longer and finds more. */
const SECONDS = 240;

describeUnless(missing, 'requests that schemathesis makes up, standalone', () => {
  it(
    'are answered as the OpenAPI document says',
    async () => {
      let printed = '';
      const code = await checkApi(SECONDS, (text) => (printed += text));
      expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
    },
    (SECONDS + 120) * 1_000,
  );
});
