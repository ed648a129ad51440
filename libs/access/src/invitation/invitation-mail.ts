import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { INVITATION_DAYS } from '@lectern/contracts/knowledge-box';

/** Content of the mail for an invitation. */
export interface InvitationText {
  /** Of the knowledge box. */
  readonly title: string;
  readonly role: KnowledgeBoxRole;
  readonly token: string;
  /** Origin of the zone, where the token is accepted. */
  readonly zone: string;
  /** Origin of the dashboard that has a page for the link, if there is one. */
  readonly dashboard: string | undefined;
}

const abilities: Readonly<Record<KnowledgeBoxRole, string>> = {
  SMEMBER: 'read and search it',
  SCONTRIBUTOR: 'read, search and change it',
  SOWNER: 'read, search, change and manage it',
};

export function invitationMail({ title, role, token, zone, dashboard }: InvitationText): {
  readonly subject: string;
  readonly text: string;
} {
  // A title of several lines could pass for lines of the mail.
  const name = title.replace(/\s+/g, ' ');
  const link = dashboard === undefined ? '' : `this link to ${hostOf(dashboard)}, or by `;
  const lines = [
    `You are invited to the knowledge box "${name}" at ${hostOf(zone)}. With the invitation you can ${abilities[role]}.`,
    '',
    `Accept within ${INVITATION_DAYS} days, by ${link}this call to ${hostOf(zone)}:`,
    ...(dashboard === undefined ? [] : ['', `  ${withoutSlash(dashboard)}/user/magic?token=${token}`]),
    '',
    `  curl -X POST '${withoutSlash(zone)}/api/auth/magic?token=${token}'`,
    '',
    'If you do not expect this mail, ignore it.',
  ];
  return { subject: `Invitation to ${name}`, text: `${lines.join('\n')}\n` };
}

function hostOf(origin: string): string {
  return new URL(origin).host;
}

function withoutSlash(origin: string): string {
  return origin.replace(/\/$/, '');
}
