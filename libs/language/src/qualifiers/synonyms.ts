import { words } from '@lectern/text';

/** Synonyms in questions and answers, in groups; by ISO 639-1. All forms of a word match. */
const groups: Readonly<Record<string, string>> = {
  en:
    'leave vacation holiday;staff employee worker personnel workforce;boss manager supervisor head lead leader chief director;' +
    'get receive obtain entitled;cost price fee charge pay rate tariff amount;pay paid cost free charge fee;' +
    'buy purchase acquire;sell sale sold;begin start commence;end finish conclude stop;build construct erect built construction;' +
    'release publish issue appear launch out;found establish create set formed founder;big large size huge;small little;' +
    'allow permit permission may can prohibit forbid ban forbidden prohibited allowed banned;need require necessary must requirement required;' +
    'accept support take;car vehicle automobile;bike bicycle;phone telephone;mail email e-mail;address located location;' +
    'doctor physician;child kid children;movie film;apartment flat;shop store;firm company business enterprise;' +
    'repair fix mend;change replace replacement exchange swap;send ship deliver dispatch delivery;abroad foreign countries international;' +
    'return refund;cancel cancellation terminate;job position post role;salary wage pay;weigh weight heavy;height high tall;' +
    'length long;width wide;depth deep;speed fast;age old;temperature warm cold hot degrees;capacity hold seat accommodate;' +
    'work employ employed job works;live reside inhabit resident live;die death died dead;born birth;marry married marriage wife husband spouse;' +
    'war conflict;win won victory winner defeat;kill killed murder;make made produce manufacture create;help assist aid support;' +
    'show display present;use used utilize usage;name called known named;mean means stand stands meaning definition define refers;' +
    'happen occur occurred take place event;meet meeting;close shut closed;open opened opening hours;arrive arrival reach;leave depart departure departs;' +
    'expire expiry lapse valid validity;deadline due until latest;last duration lasts long take takes;guarantee warranty;' +
    'cover covered include included covers;rule rules govern regulate regulation regulates governs;responsible charge heads leads manages runs;' +
    'rent lease rental;deposit bond security;insurance insured cover;tax taxes taxation;room hall;store keep kept stored storage;' +
    'number many count total amount;population inhabitants people residents;river stream;mountain peak;author writer wrote written;' +
    'painter painted artist;teacher instructor;student pupil;university college;movie film;test exam examination;hospital clinic;' +
    'disease illness sickness;medicine drug medication;dose dosage;eat food meal;drink beverage;trip journey travel tour;' +
    'fast quick rapid quickly;important main major key significant principal;famous known notable;invent invented inventor discover discovered discovery;' +
    'attack attacked invade invasion invaded;rule ruled reign ruler;capital city;language spoken speak;earn income revenue;' +
    'spend spent spending expenditure;increase rise grow growth rose grew increased;decrease fall drop decline fell reduced reduce;' +
    'part portion section share;kind type sort;reason cause because why;result effect consequence;aim goal purpose objective;' +
    'study research;believe think thought belief;say state claim said stated;locate located situated lie lies place;' +
    'border adjacent neighbor;member members belong;join joined;choose elect elected selected select appointed appoint;' +
    'propose proposed suggest suggested;plan planned;develop developed development;perform performed performance;' +
    'visitor guest visitors guests;customer client;parking park;smoke smoking;dog dogs pet pets;reset restart reboot;' +
    'battery accumulator;screen display monitor;computer machine device;software program application app;document file;' +
    'yearly annual annually year;monthly month;daily day;weekly week;per each every;half fifty;double twice;' +
    'usa america american states;uk britain british kingdom;germany german;france french;england english;city town municipal municipality;guest visitor;rule policy',
  es:
    'vacaciones permiso licencia;empleado trabajador personal plantilla;precio coste costo cuesta vale tarifa cuota importe;pagar paga pago gratis gratuito;' +
    'director dirige jefe responsable encargado dirigir;recibir obtener tener dispone derecho;empezar comenzar iniciar inicio comienzo;terminar acabar finalizar fin;' +
    'construir edificar construido construcción;salir publicar lanzar apareció publicado;fundar crear establecer fundado fundador;' +
    'poder permitir permitido permite prohibido prohibir prohíbe puede;necesitar requerir necesario requisito exigir;coche automóvil vehículo;bici bicicleta;' +
    'teléfono móvil;correo email;dirección domicilio;niño niña hijo;película filme;piso apartamento vivienda;tienda comercio;empresa compañía;' +
    'reparar arreglar;cambiar sustituir reemplazar cambio;enviar mandar envío expedir;devolver devolución reembolso;cancelar anular rescindir;' +
    'pesar pesa peso;altura alto mide;longitud largo;anchura ancho;edad años;morir murió muerte fallecer falleció;nacer nació nacimiento;' +
    'guerra conflicto;ganar ganó victoria;significa significado quiere;ocurrir suceder ocurrió sucedió tuvo;cerrar cierra;abrir abre apertura;llegar llega llegada;' +
    'salir sale salida partir parte;caducar vence vencimiento;garantía;cubrir incluye incluir;regular regula rige regulación;alquiler renta arrendamiento;' +
    'fianza depósito;impuesto tasa;sala salón;población habitantes;autor escritor escribió;enfermedad dolencia;medicamento fármaco;aumentar crecer subir aumento;' +
    'disminuir bajar reducir;parte porción sección;tipo clase;causa razón motivo;objetivo fin propósito;situado ubicado encuentra localizado;elegir elegido nombrado;' +
    'ascender asciende importe cuantía cantidad monto eleva;grande tamaño;visitante invitado;aparcar aparcamiento estacionar;fumar',
  de:
    'urlaub ferien freizeit;mitarbeiter beschäftigte angestellte personal arbeitnehmer;preis kosten kostet betrag gebühr entgelt;zahlen bezahlen zahlt kostenlos gratis frei;' +
    'leiter leitet chef leitung führt vorsitz;erhalten bekommen haben anspruch;beginnen anfangen starten beginnt beginn;enden endet aufhören ende;' +
    'bauen gebaut errichtet erbaut errichten bau;erscheinen veröffentlicht herausgegeben erschien;gründen gegründet gründer gründung;' +
    'dürfen darf erlaubt gestattet verboten untersagt zulässig;brauchen benötigen nötig erforderlich müssen;auto wagen fahrzeug pkw;rad fahrrad;' +
    'telefon rufnummer handy;mail email e-mail;adresse anschrift;kind kinder;film;wohnung;laden geschäft filiale;firma unternehmen betrieb;reparieren instandsetzen;' +
    'wechseln tauschen ersetzen austausch wechsel;senden schicken liefern versand;zurückgeben rückgabe erstattung;kündigen kündigung stornieren;wiegt gewicht schwer;' +
    'höhe hoch;länge lang;breite breit;tiefe tief;alter alt;sterben starb tod gestorben;geboren geburt;krieg konflikt;gewinnen gewann sieg;bedeutet bedeutung heißt steht;' +
    'geschehen passieren stattfinden findet statt;schließen schließt geschlossen zu;öffnen öffnet geöffnet auf;ankommen ankunft;abfahren abfahrt;ablaufen verfällt gültig;' +
    'garantie gewährleistung;decken umfasst enthalten;regelt regeln bestimmt;miete mietzins;kaution sicherheit;steuer abgabe;raum saal zimmer;' +
    'einwohner bevölkerung;autor schriftsteller schrieb;krankheit leiden;medikament arznei;steigen zunehmen wachsen anstieg;sinken fallen abnehmen;teil abschnitt;art typ sorte;' +
    'grund ursache;ziel zweck;liegt befindet gelegen;wählen gewählt ernannt;betragen beträgt höhe beläuft hoch;groß größe;besucher gast gäste;parken parkplatz;rauchen raucher;halten haltung hält;nutzen nutzung benutzen benutzung;öffnen öffnung;zahlen zahlung;bestellen bestellung;stadt ort gemeinde',
  fr:
    'congé vacances;salarié employé personnel travailleur;prix coût coûte tarif montant frais;payer paie gratuit paiement;directeur dirige chef responsable diriger;' +
    'recevoir obtenir avoir droit;commencer débuter début commence;finir terminer fin termine;construire bâtir construit édifié;sortir publier paru sortie publié;' +
    'fonder créer fondé créé;pouvoir permettre permis autorisé interdit défendu peut interdire;devoir falloir nécessaire requis besoin;voiture automobile véhicule;vélo bicyclette;' +
    'téléphone portable;courriel email mail;adresse domicile;enfant;appartement logement;magasin boutique;entreprise société;réparer;changer remplacer remplacement;' +
    'envoyer expédier livrer envoi;rendre retourner remboursement retour;annuler résilier;pèse poids peser;hauteur haut;longueur long;largeur large;âge ans;mourir mort décédé;' +
    'naître né naissance;guerre conflit;gagner victoire;signifie veut;fermer ferme fermeture;ouvrir ouvre ouverture;arriver arrivée arrive;partir départ part;expirer;garantie;' +
    'couvrir comprend inclus;régir régit régler réglemente;loyer location;caution dépôt;impôt taxe;salle pièce;population habitants;auteur écrivain écrit;maladie;médicament;' +
    'augmenter croître hausse;diminuer baisser baisse;partie portion;type sorte;cause raison;but objectif;situé trouve;élire élu nommé;élève montant s’élève;visiteur invité;' +
    'stationner parking stationnement garer;fumer',
  zh:
    '员工 职工 雇员 人员;价格 价钱 费用 多少钱 售价;享有 获得 得到 拥有;开始 开幕;结束 闭幕;建造 修建 建成 建立 兴建;发布 推出 发行 出版;成立 创立 创建 建立;' +
    '可以 允许 能 禁止 不得 不准;需要 必须 要求;汽车 车辆 轿车;电话 号码;地址 位置;商店 店铺 门店;公司 企业;负责 主管 领导 管理;更换 替换;寄送 发货 运送;取消 终止 解除;' +
    '重量 重 多重;高度 高 多高;长度 长 多长;去世 死亡 死于 逝世;出生 生于;战争 冲突;意思 含义 指;开门 开放 营业;关门 关闭;到达 抵达;出发 离开;规定 规范;租金 月租 房租;' +
    '押金 保证金;税 税款;人口 居民;作者 作家;疾病 病;药 药物;增加 增长 上升;减少 下降;原因 理由;目的 目标;位于 坐落;选举 当选 任命;保存 储存 存放;吸烟 抽烟;停车 泊车',
  ar:
    'الموظفون العاملون الموظفين العمال;سعر ثمن تكلفة رسوم يكلف;يحصل ينال يحق;يبدأ بدأ بداية;ينتهي انتهى نهاية;بني شيد أنشئ بناء;صدر نشر أطلق;تأسس أسس أنشئ;' +
    'يسمح مسموح يجوز يمكن يمنع ممنوع يحظر محظور;يجب يلزم مطلوب يحتاج;سيارة مركبة;هاتف رقم;عنوان موقع;متجر محل;شركة مؤسسة;يدير مدير رئيس مسؤول يرأس;استبدال تغيير;إرسال شحن;إلغاء إنهاء;' +
    'وزن يزن;ارتفاع;طول;توفي مات وفاة;ولد مواليد ولادة;حرب صراع;يعني معنى;يفتح مفتوح;يغلق مغلق;يصل وصول;يغادر مغادرة;تنظم ينظم;إيجار أجرة;تأمين ضمان;ضريبة;سكان عدد;مؤلف كاتب;مرض;دواء;' +
    'زيادة ارتفع ازداد;انخفض انخفاض;سبب;هدف غرض;يقع تقع;انتخب عين;يحفظ يخزن تخزين حفظ',
};

const tables = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
const none: ReadonlySet<string> = new Set();

/** Stems of synonyms of a word, without its own. @param language ISO 639-1 of both */
export function synonymsOf(stem: string, language: string): ReadonlySet<string> {
  return synonymTable(language).get(stem) ?? none;
}

function synonymTable(language: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = tables.get(language);
  if (known) return known;
  const table = new Map<string, Set<string>>();
  for (const group of (groups[language] ?? '').split(';')) {
    // A stop word of the language has no meaning by itself.
    const stems = [...words(group, language)].map(({ stem }) => stem).filter((stem) => stem !== '');
    for (const stem of stems) {
      const others = table.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      table.set(stem, others);
    }
  }
  tables.set(language, table);
  return table;
}
