import DNS from 'dns2';

/** A name server on this machine, with the TXT records that a test gives it. */
export class NameServer {
  /** Texts by name. */
  readonly records = new Map<string, readonly string[]>();
  /** Whether it leaves questions without an answer. */
  isSilent = false;
  private readonly server = DNS.createUDPServer((request, send) => {
    if (this.isSilent) return;
    const response = DNS.Packet.createResponseFromRequest(request);
    const [{ name = '' } = {}] = request.questions;
    for (const data of this.records.get(name.toLowerCase()) ?? []) response.answers.push(textRecord(name, data));
    // There is no such name.
    if (response.answers.length === 0) response.header.rcode = 3;
    send(response);
  });

  private constructor(private port: number) {}

  static async start(): Promise<NameServer> {
    const made = new NameServer(0);
    await made.server.listen(0, '127.0.0.1');
    made.port = made.server.address().port;
    return made;
  }

  /** As `DOMAIN_NAME_SERVERS` takes it. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

function textRecord(name: string, data: string): DNS.Packet.Resource {
  const { TYPE, CLASS } = DNS.Packet;
  // The library writes plain objects, whatever its types say.
  return { name, type: TYPE.TXT, class: CLASS.IN, ttl: 1, data } as unknown as DNS.Packet.Resource;
}
