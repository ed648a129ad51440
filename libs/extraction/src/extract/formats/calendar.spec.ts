import { blocksOf, read } from '../../fixtures/reading.fixture';

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const calendar = (...inner: string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', ...inner, 'END:VCALENDAR');
const event = (...inner: string[]) => ['BEGIN:VEVENT', 'UID:7@a', 'DTSTAMP:20260101T000000Z', ...inner, 'END:VEVENT'];

describe('a calendar', () => {
  it('has what its events say, with names, unfolded, and without ids and alarms', async () => {
    const text = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Oslo', 'END:VTIMEZONE'],
      ...event(
        'DTSTART;TZID=Europe/Oslo:20260612T083000',
        'DTEND:20260612T100000Z',
        'SUMMARY:Survey of the lock\\, part two',
        'DESCRIPTION:Bring boots and the lo',
        ' ng ladder.\\nThe code is 4410.',
        'ORGANIZER;CN="Berg, Ida":mailto:ida@example.org',
        'ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Bo:mailto:bo@example.org',
        'ATTENDEE:MAILTO:cai@example.org',
        ...['BEGIN:VALARM', 'DESCRIPTION:Reminder', 'END:VALARM'],
        'LOCATION:Shed 4',
      ),
    );
    const document = await read(text, { filename: 'a.ics' });
    expect(blocksOf(document)).toEqual([
      'paragraph: Summary: Survey of the lock, part two\nStart: 2026-06-12 08:30 (Europe/Oslo)\n' +
        'End: 2026-06-12 10:00 (UTC)\nLocation: Shed 4\nOrganizer: Berg, Ida <ida@example.org>\n' +
        'Attendees: Bo <bo@example.org>, cai@example.org\nDescription: Bring boots and the long ladder.\nThe code is 4410.',
    ]);
    expect(document.properties.title).toBe('Survey of the lock, part two');
  });

  it('of many events has one paragraph for each, and its own name', async () => {
    const text = calendar(
      'X-WR-CALNAME:Tides',
      ...event('SUMMARY:Spring tide', 'DTSTART;VALUE=DATE:20260403'),
      ...event('SUMMARY:Neap tide', 'RRULE:FREQ=MONTHLY'),
    );
    const document = await read(text, { contentType: 'text/calendar; charset=utf-8' });
    expect(blocksOf(document)).toEqual([
      'paragraph: Summary: Spring tide\nStart: 2026-04-03',
      'paragraph: Summary: Neap tide\nRepeats: FREQ=MONTHLY',
    ]);
    expect(document.properties.title).toBe('Tides');
  });

  it('that comes with a mail is read the same way', async () => {
    const mail = lines(
      ...['From: a@example.org', 'To: b@example.org', 'Subject: Survey', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text/plain', '', 'Come.', '--x'],
      ...[
        'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
        '',
        calendar(...event('LOCATION:Shed 4')),
        '--x--',
      ],
    );
    const { text } = await read(mail);
    expect(text).toContain('Location: Shed 4');
    expect(text).not.toMatch(/BEGIN:|UID/);
  });

  it('that has no entries is kept as it is written', async () => {
    expect((await read(calendar(), { filename: 'a.ics' })).text).toContain('BEGIN:VCALENDAR');
  });
});

describe('a card of a contact', () => {
  it('has names for what it says, in all versions of the format', async () => {
    const text = lines(
      ...[
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Berg;Ida;;;',
        'FN:Ida Berg',
        'ORG:Harbour Office;Cranes',
        'PHOTO;ENCODING=b:AAAA',
      ],
      ...[
        'item1.TEL;TYPE=CELL:+47 900 41 772',
        'EMAIL:ida@example.org',
        'ADR:;;Quay 3;Bergen;;5003;Norway',
        'END:VCARD',
      ],
      ...['BEGIN:VCARD', 'VERSION:2.1', 'FN;CHARSET=UTF-8;QUOTED-PRINTABLE:J=C3=B6rg =', 'Holm', 'END:VCARD'],
    );
    const document = await read(text + lines('BEGIN:VCARD', 'N:Moe;Cai;;;', 'END:VCARD'), { filename: 'a.vcf' });
    expect(document.warnings.map(({ body }) => body)).toEqual([
      'Pictures, sounds and keys of contacts were left out: send them by themselves to have them read: 1',
    ]);
    expect(blocksOf(document)).toEqual([
      'paragraph: Name: Ida Berg\nOrganization: Harbour Office, Cranes\nTelephone: +47 900 41 772\nMail: ida@example.org\n' +
        'Address: Quay 3, Bergen, 5003, Norway',
      'paragraph: Name: Jörg Holm',
      'paragraph: Name: Moe, Cai',
    ]);
  });
});
