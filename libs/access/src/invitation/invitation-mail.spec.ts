import { invitationMail, type InvitationText } from './invitation-mail';

const given: InvitationText = {
  title: 'Tides',
  role: 'SMEMBER',
  token: 'kb.t',
  zone: 'https://zone.example:8443',
  dashboard: 'https://good.example',
};

describe('the mail of an invitation', () => {
  it.each([given, { ...given, dashboard: undefined }])('names the host of every link that it has', (text) => {
    const { text: mail } = invitationMail(text);
    const addresses = mail.match(/https?:\/\/[^\s']+/g) ?? [];
    expect(addresses).toHaveLength(text.dashboard === undefined ? 1 : 2);
    const prose = mail.replace(/https?:\/\/[^\s']+/g, '');
    for (const address of addresses) expect(prose).toContain(` to ${new URL(address).host}`);
    expect(mail).toContain('at zone.example:8443.');
  });

  it('has no lines that the title made', () => {
    const { text, subject } = invitationMail({ ...given, title: 'Tides\n\nAccept at https://evil.example\u2028now' });
    expect(subject).toBe('Invitation to Tides Accept at https://evil.example now');
    expect(text.split(/\n/)[0]).toContain('"Tides Accept at https://evil.example now"');
  });
});
