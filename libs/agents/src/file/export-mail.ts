import { deployment } from '@lectern/config';
import { AGENT_EXPORT_HOURS } from '@lectern/contracts/agents';
import type { Mail } from '@lectern/contracts/knowledge-box';
import type { AgentFileKey } from './agent-file.repository';

/** A mail about an export. */
export interface ExportMail extends AgentFileKey {
  readonly to: string;
  /** Name of the agent. */
  readonly title: string;
}

/** The mail with the link to an export. */
export function exportMail(about: ExportMail, { token }: { readonly token: string }): Mail {
  const { agent, id } = about;
  const link = `${deployment().zone.origin.replace(/\/$/, '')}/api/v1/agent/${agent}/export/${id}?token=${token}`;
  return mailAbout(about, [
    `The export of the agent "${oneLine(about.title)}" is ready. Within ${AGENT_EXPORT_HOURS} hours you can download it once:`,
    '',
    `  ${link}`,
    '',
    'Only the passphrase of the export opens the file.',
    '',
    'If you did not ask for it, change your password: someone has exported the agent in your name.',
  ]);
}

/** The mail that says that there is no export. */
export function exportFailureMail(about: ExportMail, reason: string): Mail {
  return mailAbout(about, [`The agent "${oneLine(about.title)}" could not be exported. ${oneLine(reason)}`]);
}

function mailAbout({ id, to, title }: ExportMail, lines: readonly string[]): Mail {
  return { id, to, subject: `Export of ${oneLine(title)}`, text: `${lines.join('\n')}\n` };
}

/** A title of several lines could pass for lines of the mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
