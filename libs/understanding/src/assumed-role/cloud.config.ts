import { configSlice, optionalText, text } from '@lectern/config';

export const cloudConfig = configSlice('cloud', {
  CLOUD_ACCOUNT_ID: optionalText({
    doc: 'AWS account that roles of customers trust, so that Bedrock is called with them; needs both keys below',
    pattern: /^\d{12}$/,
  }),
  CLOUD_ACCESS_KEY: optionalText({ doc: 'id of a key of that account which may assume roles' }),
  CLOUD_SECRET_KEY: optionalText({ doc: 'the key', secret: true }),
  CLOUD_STS_URL: text({
    doc: 'where roles are assumed',
    fallback: 'https://sts.us-east-1.amazonaws.com/',
    pattern: /^https?:\/\//,
  }),
});
