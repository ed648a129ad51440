import { legacyBytes } from '../../fixtures/legacy-text.fixture';
import { decodeText } from '../charset';

const short: readonly (readonly [language: string, charset: string, text: string])[] = [
  ['German', 'windows-1252', 'Gäßchen;Höhe\nKüche;3 €\n'],
  ['German names', 'windows-1252', 'Björn Strüßmann'],
  ['a German word', 'windows-1252', 'Fußgänger'],
  ['French', 'windows-1252', 'Le chêne a été abattu'],
  ['French names', 'windows-1252', 'Nom;Ville\nAndrée;Bèze\nÉloi;Sète\n'],
  ['Czech places', 'windows-1250', 'Plzeň;Děčín'],
  ['Slovak places', 'windows-1250', 'Košice;Žilina;Trenčín'],
  ['Spanish', 'windows-1252', 'mañana;otoño'],
  ['Portuguese', 'windows-1252', 'Coração, irmã'],
  ['Italian', 'windows-1252', 'La città è là'],
  ['Swedish', 'windows-1252', 'Sjöåkra på hösten'],
  ['Danish', 'windows-1252', 'rødgrød på bordet'],
  ['Icelandic', 'windows-1252', 'Þórður býr á Ísafirði'],
  ['Polish', 'windows-1250', 'Zgłoszenie z Gdyni: wąż, łódź'],
  ['Polish places', 'windows-1250', 'Łomża;Kraków;Wałbrzych'],
  ['Polish of Unix', 'iso-8859-2', 'Ścieżka prowadzi przez las dębowy'],
  ['Czech', 'windows-1250', 'Střešní okno je rozbité'],
  ['Slovak', 'windows-1250', 'Dátum splatnosti účtu'],
  ['Hungarian', 'windows-1250', 'A felhőkarcoló magas erkélye'],
  ['Romanian', 'windows-1250', 'Contractul se prelungeşte până în toamnă'],
  ['Croatian', 'windows-1250', 'Kuća na otoku čeka goste'],
  ['Turkish', 'windows-1254', 'Kapı kışın açık değil'],
  ['Lithuanian', 'windows-1257', 'Sąskaita už žiemą apmokėta'],
  ['Russian', 'windows-1251', 'Паром ушёл'],
  ['Russian of Unix', 'koi8-r', 'Паром ушёл вчера'],
  ['Russian of DOS', 'ibm866', 'Паром ушёл вчера'],
  ['Ukrainian', 'windows-1251', 'Пором відійшов учора'],
  ['Greek', 'windows-1253', 'Το πλοίο έφυγε χθες'],
  ['Hebrew', 'windows-1255', 'הספינה יצאה אתמול בבוקר'],
  ['Arabic', 'windows-1256', 'غادرت السفينة الميناء أمس'],
  ['Thai', 'windows-874', 'เรือออกจากท่าเมื่อวานนี้'],
  ['Chinese', 'gb18030', '渡轮昨天已经离开'],
  ['Chinese of Taiwan', 'big5', '渡輪昨天已經離開'],
  ['Japanese', 'shift_jis', 'フェリーは昨日出ました'],
  ['Japanese of Unix', 'euc-jp', 'フェリーは昨日出ました'],
  ['Korean', 'euc-kr', '배가 어제 떠났습니다'],
];

describe('a text that does not name its character set', () => {
  it.each(short)('is read rightly when it is a few words of %s in %s', (_, charset, text) => {
    expect(decodeText(legacyBytes(text, charset)).text).toBe(text);
  });

  it('is looked at where its letters are, however late they come', () => {
    const text = `${'id;name;count\n'.repeat(20_000)}7;Öl für Kähne;3\n`;
    expect(decodeText(legacyBytes(text, 'windows-1252')).text).toBe(text);
  });

  it('says when the guess is unsure, and not when it is sure', () => {
    expect(decodeText(legacyBytes('é', 'windows-1252'))).toMatchObject({ text: 'é', unsure: true });
    expect(decodeText(legacyBytes('Die Brücke über den Fluß ist gesperrt.', 'windows-1252')).unsure).toBeUndefined();
  });
});

describe('what is said of the character set', () => {
  it('is believed where the text makes sense in it', () => {
    const chinese = legacyBytes('联通', 'gbk');
    expect(decodeText(chinese, 'gb2312').text).toBe('联通');
    expect(decodeText(legacyBytes('Gdańsk', 'iso-8859-2'), 'iso-8859-2').text).toBe('Gdańsk');
  });

  it('is no reason to misread UTF-8, or letters of another set', () => {
    expect(decodeText(Buffer.from('Überfuhr nach Föhr'), 'us-ascii').text).toBe('Überfuhr nach Föhr');
    const russian = 'Паром на остров ходит каждый день кроме воскресенья.';
    expect(decodeText(legacyBytes(russian, 'windows-1251'), 'iso-8859-1')).toMatchObject({
      text: russian,
      charset: 'windows-1251',
      instead: 'windows-1252',
    });
  });

  it('counts for nothing where it is ASCII and the bytes are not', () => {
    expect(decodeText(legacyBytes('Fähre über die Förde', 'windows-1252'), 'us-ascii').text).toBe(
      'Fähre über die Förde',
    );
  });

  it('may be missing for Japanese of mail, which is plain ASCII with escapes', () => {
    const bytes = Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]);
    expect(decodeText(bytes).text).toBe('日本');
  });
});
