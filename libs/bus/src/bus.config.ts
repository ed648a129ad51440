import { type ConfigOf, configSlice, flag, optionalText, text } from '@lectern/config';

/** Settings of the bus: the address of NATS, and the identity of this service there. */
export const busSlice = configSlice('bus', {
  NATS_URL: optionalText({
    doc: 'servers that connect the services, comma-separated; not set: all services run in this process',
    pattern: /^(nats|tls):\/\/\S+$/,
  }),
  NATS_USER: optionalText({ doc: 'user name for NATS' }),
  NATS_PASSWORD: optionalText({ doc: 'password for NATS', secret: true }),
  NATS_TOKEN: optionalText({ doc: 'token for NATS, instead of user name and password', secret: true }),
  NATS_SUBJECT_PREFIX: text({
    doc: 'first part of every subject; installations that share a NATS account need different ones',
    fallback: 'lectern',
    pattern: /^[A-Za-z0-9_-]{1,32}$/,
  }),
  BUS_FREEZES: flag({
    doc: 'for development: within one process, a change of a value that was handed to another service throws',
    fallback: false,
  }),
});

/** Values of `busSlice`. */
export type BusConfig = ConfigOf<typeof busSlice>;
