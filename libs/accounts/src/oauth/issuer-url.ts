import { deployment, deploymentSlice, readConfig } from '@lectern/config';

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * The issuer for a request: where the deployment says that clients reach users and accounts, and where that is not
 * configured, or is this machine itself, the origin that the request reached.
 */
export function issuerUrl(reached: string | undefined): string {
  const { publicUrl } = deployment();
  const isKnown = readConfig(deploymentSlice).PUBLIC_URL !== undefined && !LOOPBACK.test(publicUrl);
  return isKnown ? publicUrl : (reached ?? publicUrl);
}
