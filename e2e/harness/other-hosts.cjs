// Loaded first into a program under test: some hosts of the internet are servers of this machine. TLS is real, with the
// names of the hosts; whom it trusts is said by NODE_EXTRA_CA_CERTS.
const dns = require('node:dns');
const tls = require('node:tls');

/** Ports by host. */
const ports = JSON.parse(process.env.OTHER_HOSTS ?? '{}');

const { lookup } = dns;
dns.lookup = (hostname, ...rest) => lookup(Object.hasOwn(ports, hostname) ? '127.0.0.1' : hostname, ...rest);

const { connect } = tls;
tls.connect = (options, ...rest) => {
  const port = options?.port === 443 || options?.port === '443' ? ports[options.host] : undefined;
  return connect(port === undefined ? options : { ...options, port }, ...rest);
};
