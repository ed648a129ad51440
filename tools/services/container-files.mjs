// Containers of services: compose, images, and the passwords on NATS.

const secretOf = (name) => `nats_${name.replaceAll('-', '_')}_password`;

/** What using a server means to a container: what it is given, which secrets it mounts, and what it waits for. */
const using = {
  nats: { merged: ['bus'], waits: ['nats: { condition: service_healthy }'] },
  postgres: {
    merged: ['database'],
    secrets: ['database_url'],
    waits: ['migrate: { condition: service_completed_successfully }'],
  },
  opensearch: { merged: ['keywords'], waits: ['opensearch: { condition: service_healthy }'] },
  qdrant: { merged: ['vectors'], secrets: ['qdrant_api_key'], waits: ['qdrant: { condition: service_healthy }'] },
  s3: { merged: ['blobs'], secrets: ['s3_secret_access_key'], waits: ['s3: { condition: service_healthy }'] },
  sealing: { sets: ['SECRETS_KEY_FILE: /run/secrets/secrets_key'], secrets: ['secrets_key'] },
  zone: { merged: ['deployment'] },
  bootstrap: { sets: ['BOOTSTRAP_TOKEN_FILE: /run/secrets/bootstrap_token'], secrets: ['bootstrap_token'] },
};

/** Aliases, secrets and so on of a service. */
export function partsOf(name, { uses, knows }) {
  const all = (part) => [...uses, ...knows].flatMap((one) => using[one]?.[part] ?? []);
  return {
    merged: all('merged'),
    sets: all('sets'),
    secrets: [secretOf(name), ...all('secrets')],
    waits: all('waits'),
  };
}

function container(name, row) {
  const { merged, sets, secrets, waits } = partsOf(name, row);
  const lines = (indent, some) => some.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
  const outside = row.uses.includes('web') ? '    networks:\n      - backend\n      - edge\n' : '';
  return `  ${name}:
    <<: *service
    build:
      <<: *build
      args:
        APP: ${name}
    image: lectern/${name}:0.1.0
    environment:
      <<: [${merged.map((one) => `*${one}`).join(', ')}]
      NATS_USER: ${name}
      NATS_PASSWORD_FILE: /run/secrets/${secretOf(name)}
${lines(6, sets)}    secrets: [${secrets.join(', ')}]
${outside}    depends_on:
${lines(6, waits)}    deploy:
      resources:
        limits: { cpus: '0.5', memory: 512M }

`;
}

const missingIn = (text, names, lineOf) => names.filter((name) => !text.includes(lineOf(name)));

function composeText(services, text) {
  const names = Object.keys(services);
  const mount = (name) => `      - ${secretOf(name)}\n`;
  const secret = (name) => `  ${secretOf(name)}: { file: secrets/${secretOf(name)} }\n`;
  const containers = missingIn(text, names, (name) => `\n  ${name}:\n`).map((name) => container(name, services[name]));
  const [, nats] = /^ {2}nats:\n[^]*?^ {4}secrets:\n((?: {6}- .*\n)+)/m.exec(text);
  return text
    .replace('  migrate:\n', () => `${containers.join('')}  migrate:\n`)
    .replace(nats, () => `${nats}${missingIn(nats, names, mount).map(mount).join('')}`)
    .replace(
      '  postgres_password: {',
      () => `${missingIn(text, names, secret).map(secret).join('')}  postgres_password: {`,
    );
}

function dockerfileText(services, text) {
  const line = (name) => ` AS below-${name}\n`;
  const added = missingIn(text, Object.keys(services), line).map((name) => `FROM plain${line(name)}`);
  return text.replace(/^FROM below-\$\{APP\}/m, (found) => `${added.join('')}${found}`);
}

export function containerFiles(services, { read }) {
  return {
    'docker/compose.yaml': composeText(services, read('docker/compose.yaml')),
    'docker/Dockerfile': dockerfileText(services, read('docker/Dockerfile')),
  };
}
