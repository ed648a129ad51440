// Services in the chart, in its alerts and dashboards, and in what says how it is installed.

const isMissing = (text, name) => !new RegExp(`^ {2}${name}:$`, 'm').test(text);
const listed = (names) => `[${names.join(', ')}]`;
const inQuotes = (names) => names.map((name) => `"${name}"`).join(', ');

/** The services of a values file, and where they end. */
const section = /^services:\n(?:(?: {2,}.*)?\n)+?(?=\n?[#a-z])/m;

function withServices(text, names, textOf) {
  return text.replace(section, (found) => {
    const added = names.filter((name) => isMissing(found, name)).map(textOf);
    return `${found.trimEnd()}\n${added.join('')}${/\n*$/.exec(found)[0].slice(1)}`;
  });
}

function valuesOf(name, { uses, knows }) {
  return `  ${name}:
    enabled: true
    replicas: 2
    uses: ${listed(uses)}
    knows: ${listed(knows)}
    resources:
      requests: { cpu: 50m, memory: 160Mi }
      limits: { memory: 384Mi }
`;
}

/** Names of all services where some are listed: those that a text has come first, in its order. */
function completed(found, names, separator) {
  const before = found.split(separator).filter((name) => names.includes(name));
  return [...before, ...names.filter((name) => !before.includes(name))];
}

/** `service=~"a|b|c"` of alerts and dashboards, where it means all services: no other list is longer. */
function watched(text, names) {
  const pattern = /(?<=service=~\\?")[a-z|-]+/g;
  const longest = (text.match(pattern) ?? []).reduce((found, one) => (one.length > found.length ? one : found), '');
  return text.replace(pattern, (list) => (list === longest ? completed(list, names, '|').join('|') : list));
}

function readmeOfChart(text, names) {
  const added = names.filter((name) => !text.includes(`--from-literal=${name}=`));
  return text.replace(/(secret lectern-nats [^]*?)(?=\n\S*secret )/, (found) =>
    [found, ...added.map((name) => `  --from-literal=${name}=…`)].join(' \\\n'),
  );
}

function readmeOfDeployment(text, names) {
  const [row, list] = /^\| `lectern-nats` +\| (`.*`): passwords.*$/m.exec(text);
  const all = completed(list.replaceAll('`', ''), names, ', ').map((name) => `\`${name}\``);
  return text.replace(row, () => row.replace(list, () => all.join(', ')));
}

export function chartFiles(services, { read, list }) {
  const names = Object.keys(services);
  const ofZone = names.filter((name) => services[name].host === 'zone');
  const files = {
    'helm/lectern/values.yaml': (text) => withServices(text, names, (name) => valuesOf(name, services[name])),
    'helm/lectern/values.accounts.yaml': (text) =>
      withServices(text, ofZone, (name) => `  ${name}:\n    enabled: false\n`),
    'helm/lectern/values.schema.json': (text) =>
      text.replace(/(?<="propertyNames": \{\s*"enum": \[\s*)"gateway"[^\]]*/, (found) => {
        const before = found.match(/[a-z-]+/g);
        const isWhole = names.every((name) => before.includes(name));
        return isWhole ? found : inQuotes(completed(before.join(), names, ','));
      }),
    'helm/lectern/README.md': (text) => readmeOfChart(text, names),
    'deploy/README.md': (text) => readmeOfDeployment(text, names),
    'helm/lectern/files/alerts.yaml': (text) => watched(text, names),
  };
  for (const file of list('helm/lectern/files/dashboards'))
    files[`helm/lectern/files/dashboards/${file}`] = (text) => watched(text, names);
  return Object.fromEntries(Object.entries(files).map(([file, change]) => [file, change(read(file))]));
}
