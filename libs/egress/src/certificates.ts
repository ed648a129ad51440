import { createHash, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { AppError } from '@lectern/contracts/core';
import type { Agent } from 'undici';

const AGENTS_MAX = 100;

/** Certificates of a TLS connection, as PEM. */
export interface Certificates {
  /** Certificates that may have signed that of the server, instead of those of the system. */
  readonly ca?: string;
  /** Certificate of the client, with those that signed it. */
  readonly cert?: string;
  /** Private key of the client. */
  readonly key?: string;
}

/** Connections by certificates: none is shared between requests with different ones. */
export class CertificateAgents {
  /** By hash; the one that was used last is the last one. */
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly create: (certificates: Certificates) => Agent) {}

  /** @throws AppError `invalid_request` for certificates that cannot be read */
  of(certificates: Certificates): Agent {
    const { ca = '', cert = '', key = '' } = certificates;
    const name = createHash('sha256')
      .update(JSON.stringify([ca, cert, key]))
      .digest('base64');
    const agent = this.agents.get(name) ?? this.created(certificates);
    this.agents.delete(name);
    this.agents.set(name, agent);
    const [oldest = ''] = this.agents.keys();
    if (this.agents.size > AGENTS_MAX) {
      // Requests that run are answered.
      void this.agents.get(oldest)?.close();
      this.agents.delete(oldest);
    }
    return agent;
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private created(certificates: Certificates): Agent {
    try {
      // OpenSSL ignores a list of certificates that has none.
      for (const pem of [certificates.ca, certificates.cert]) if (pem !== undefined) new X509Certificate(pem);
      createSecureContext(certificates);
    } catch {
      // The reason may quote the key.
      throw new AppError(
        'invalid_request',
        'The certificates cannot be read: they are PEM, the key belongs to its own',
      );
    }
    return this.create(certificates);
  }
}
