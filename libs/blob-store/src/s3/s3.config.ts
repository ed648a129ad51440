import { choice, configSlice, flag, integer, optionalText, text } from '@lectern/config';

export const s3Config = configSlice('s3', {
  S3_BUCKET: optionalText({ doc: 'bucket of uploaded files; without it they are stored in BLOB_DIR' }),
  S3_PREFIX: optionalText({
    doc: 'beginning of all keys, without a slash at its end; zones that share a bucket have different ones',
    pattern: /^[A-Za-z0-9_-][A-Za-z0-9._/-]{0,80}[A-Za-z0-9_-]$/,
  }),
  S3_ENDPOINT: optionalText({
    doc: 'address of an object store other than AWS, with its scheme',
    pattern: /^https?:\/\/[^\s?#]+$/,
  }),
  S3_REGION: text({ doc: 'region of the bucket', fallback: 'us-east-1' }),
  S3_PATH_STYLE: flag({ doc: 'whether the bucket is in the path instead of the name of the host', fallback: false }),
  S3_ACCESS_KEY_ID: optionalText({ doc: "key; AWS's own ways to find credentials are used when absent" }),
  S3_SECRET_ACCESS_KEY: optionalText({ doc: 'secret of the key', secret: true }),
  S3_ENCRYPTION: choice(['none', 'AES256', 'aws:kms'], {
    doc: 'encryption requested from the object store; none leaves it to the bucket',
    fallback: 'none',
  }),
  S3_KMS_KEY_ID: optionalText({ doc: 'key of aws:kms; the default key of the account when absent' }),
  S3_LINK_TTL_S: integer({
    doc: 'seconds for which a download is a link to the object store, signed, instead of bytes; 0 makes no links',
    min: 0,
    max: 3_600,
    fallback: 0,
  }),
  S3_PUBLIC_ENDPOINT: optionalText({
    doc: 'where clients reach the object store for S3_LINK_TTL_S; S3_ENDPOINT when absent',
    pattern: /^https?:\/\/[^\s?#]+$/,
  }),
  S3_ABANDONED_PARTS_DAYS: integer({
    doc: 'days after which a rule of the bucket, added at start, removes parts of abandoned uploads; 0 adds none',
    min: 0,
    max: 365,
    fallback: 0,
  }),
});
