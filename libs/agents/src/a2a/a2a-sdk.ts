/** The SDK of the protocol, which is loaded with the first message. */
export async function a2aSdk() {
  const [types, { JsonRpcTransportHandler, ServerCallContext, validateVersion }, legacy, errors] = await Promise.all([
    import('@a2a-js/sdk'),
    import('@a2a-js/sdk/server'),
    import('@a2a-js/sdk/compat/v0_3/server'),
    import('@a2a-js/sdk/errors'),
  ]);
  const { LegacyJsonRpcTransportHandler } = legacy;
  const handlers = { JsonRpcTransportHandler, LegacyJsonRpcTransportHandler };
  return { types, handlers, errors, ServerCallContext, validateVersion };
}

/** What `a2aSdk` loads. */
export type A2aSdk = Awaited<ReturnType<typeof a2aSdk>>;
