import { words } from '@lectern/text';

/**
 * Words that exclude each other in the same position: of one kind, but never the same. Synonyms are joined by `=`. By
 * ISO 639-1; all forms of a word match.
 */
const kinds: Readonly<Record<string, string>> = {
  en:
    'paid unpaid sick=illness parental maternity paternity annual=yearly study=educational compassionate bereavement special medical;' +
    'release=publish=issue=launch withdraw=withdrawn=recall=discontinue;open=inaugurate close repair=restore demolish=destroy build=built=construct sell=sold=sale buy=bought=purchase;' +
    'introduce=publish=release=launch=open=start=begin=sign=adopt=enact=create=establish=found=build=built abolish=repeal=withdraw=withdrawn=close=end=terminate=cancel=discontinue=revoke=dissolve=destroy amend=repair=extend=renew=restore=renovate sell=sold buy=bought;' +
    'introduce abolish=repeal amend;sign terminate=cancel extend=renew;depart=departure=leave=left arrive=arrival=reach;start=begin=began end=finish=over;open=opening close=closing=shut;seat employ=hire house train teach;' +
    'bicycle=bike motorcycle=motorbike car=automobile truck=lorry bus scooter tram boat train plane=aircraft;sofa=couch mattress bed chair table desk wardrobe lamp;' +
    'printer monitor laptop keyboard scanner router server tablet;adult child=infant=baby teenager senior pensioner;employee apprentice=trainee intern contractor volunteer manager;' +
    'price=cost weight length height width depth power voltage speed capacity colour=color temperature pressure volume age warranty lifetime;' +
    'phone=telephone address=location fax email website;monday tuesday wednesday thursday friday saturday sunday;' +
    'red blue green yellow black white orange purple brown grey=gray pink;dog cat horse cow pig sheep bird fish;father mother brother sister son daughter uncle aunt grandfather grandmother husband wife;' +
    'secretary treasurer president=chair=chairman director accountant auditor mayor dean;morning evening noon night afternoon;breakfast lunch dinner;' +
    'spring summer autumn=fall winter;north south east west;import export;buy=purchase sell rent=lease;deposit rent commission fine insurance tax fee;' +
    'euro dollar pound yen franc crown rupee;gold silver bronze copper iron steel aluminium=aluminum wood glass plastic;water oil gas electricity coal;' +
    'english german french spanish italian chinese arabic japanese russian portuguese dutch;hand foot arm leg head eye ear;' +
    'increase=rise decrease=fall;first last;minimum=least maximum=most;oldest newest=youngest;internal external;public private;full part;' +
    'profit loss revenue=turnover;draft final;male female;man woman boy girl;doctor nurse patient;teacher student=pupil;north south;fire flood theft storm',
  es:
    'pagado=retribuido=remunerado parental=paternidad maternidad enfermedad=médico matrimonial=matrimonio sindical familiar anual;publicado=lanzado retirado;' +
    'inaugurado=abierto cerrado reparado=restaurado demolido=destruido construido vendido comprado;firmado rescindido=cancelado prorrogado;salir=sale=salida=partir=parte llegar=llega=llegada;abrir=abre=abren=apertura cerrar=cierra=cierran=cierre;empezar=empieza=comenzar=comienza=inicio terminar=termina=acabar=acaba=fin;' +
    'bicicleta motocicleta=moto coche=automóvil camión autobús tren avión barco;sofá colchón cama silla mesa lámpara;horno frigorífico=nevera lavadora;' +
    'precio=coste peso longitud altura anchura profundidad potencia velocidad capacidad color temperatura garantía caudal;fianza alquiler=renta comisión multa seguro impuesto tasa cuota;' +
    'fumar comer beber aparcar pescar bañarse fotografiar;teléfono dirección correo fax;adulto niño;presidente secretario tesorero director alcalde;norte sur este oeste;primavera verano otoño invierno;' +
    'padre madre hermano hermana hijo hija;rojo azul verde amarillo negro blanco',
  de:
    'erholungsurlaub bildungsurlaub sonderurlaub elternzeit pflegezeit krankengeld mutterschutz;bezahlt unbezahlt;eröffnet geschlossen repariert=saniert abgerissen=zerstört gebaut=errichtet verkauft gekauft;' +
    'eingeführt abgeschafft geändert;unterzeichnet gekündigt verlängert;veröffentlicht zurückgezogen;öffnet=öffnen=öffnung schließt=schließen=schließung;beginnt=beginnen=beginn endet=enden=ende;abfahren=abfahrt ankommen=ankunft;' +
    'fahrrad motorrad auto=wagen lastwagen bus zug roller flugzeug schiff;sofa matratze bett stuhl tisch lampe schrank;drucker bildschirm=monitor tastatur;' +
    'preis gewicht länge höhe breite tiefe leistung geschwindigkeit kapazität farbe temperatur lebensdauer durchfluss garantie;kaution miete provision strafe versicherung steuer;grundsteuer gewerbesteuer einkommensteuer umsatzsteuer hundesteuer;' +
    'rauchen grillen essen parken angeln baden fotografieren telefonieren;telefon adresse fax mail;erwachsene kinder;vorsitzende schriftführer kassenwart=schatzmeister;norden süden osten westen;frühling sommer herbst winter;' +
    'vater mutter bruder schwester sohn tochter;rot blau grün gelb schwarz weiß;bauamt sozialamt finanzamt standesamt jugendamt',
  fr:
    'payé=rémunéré maladie maternité paternité parental formation familial syndical annuel;publié=sorti retiré;inauguré=ouvert fermé réparé=restauré démoli=détruit construit=bâti vendu acheté;signé résilié=annulé prolongé;' +
    'ouvrir=ouvre=ouvrent=ouverture fermer=ferme=ferment=fermeture;partir=part=départ arriver=arrive=arrivée;commencer=commence=débuter=débute=début terminer=termine=finir=finit=fin;vélo=bicyclette moto voiture=automobile camion bus train avion bateau scooter;canapé matelas lit chaise table lampe;four réfrigérateur;' +
    'prix=coût poids longueur hauteur largeur profondeur puissance vitesse capacité couleur température garantie débit;caution=dépôt loyer commission amende assurance impôt taxe;' +
    'fumer manger boire stationner pêcher nager photographier;téléphone adresse courriel fax;adulte enfant;président secrétaire trésorier directeur maire;nord sud est ouest;printemps été automne hiver;' +
    'père mère frère sœur fils fille;rouge bleu vert jaune noir blanc',
  zh:
    '年假 病假 产假 婚假 丧假 事假 探亲假 陪产假;发布=推出 撤回=撤销 停产;通车=开通 维修 拆除 关闭;签订=签署 终止=解除 续签;建造=修建 烧毁=毁坏 出售;开门=营业 关门;出发=离开 到达=抵达;开始 结束;' +
    '自行车 摩托车 汽车 卡车 公交车 火车 飞机;沙发 床垫 椅子 桌子 灯;打印机 显示器 键盘;价格=费用 重量 长度 高度 宽度 功率 速度 容量 颜色 温度 寿命 流量 保修;押金=保证金 租金=月租 佣金 罚款 保险费 物业费 税;' +
    '吸烟=抽烟 停车 饮食 拍照 钓鱼 游泳;电话 地址 邮箱 传真;成人 儿童=孩子;主席 秘书 会计;春天 夏天 秋天 冬天;红色 蓝色 绿色 黄色 黑色 白色',
  ar:
    'السنوية المرضية الأمومة الدراسة الزواج الحج الأبوة;افتتح أغلق أصلح=رمم هدم بني=شيد بيع;وقع ألغي جدد;صدر سحب;يفتح يغلق;يغادر يصل;يبدأ ينتهي;دراجة سيارة شاحنة حافلة قطار طائرة;أريكة مرتبة سرير كرسي طاولة مصباح;طابعة شاشة;' +
    'سعر=ثمن وزن طول ارتفاع عرض قدرة سرعة سعة لون درجة ضمان;تأمين إيجار عمولة غرامة ضريبة رسوم;تدخين أكل شواء تصوير سباحة صيد;هاتف عنوان بريد;أمين رئيس سكرتير',
};

interface Member {
  readonly kind: number;
  readonly meaning: number;
}

const tables = new Map<string, ReadonlyMap<string, readonly Member[]>>();

/** Whether two words are of one kind but cannot mean the same: `sick` and `paid`. @param language ISO 639-1 of both */
export function excludeEachOther(stem: string, other: string, language: string): boolean {
  const table = kindTable(language);
  const own = kindMembers(table, stem);
  const others = own && kindMembers(table, other);
  if (!others) return false;
  const shared = own.filter(({ kind }) => others.some((member) => member.kind === kind));
  return (
    shared.length > 0 &&
    shared.every(({ kind, meaning }) => others.every((member) => member.kind !== kind || member.meaning !== meaning))
  );
}

/** Whether any word excludes a word: most words are of no kind. @param language ISO 639-1 */
export function isOfKind(stem: string, language: string): boolean {
  return kindMembers(kindTable(language), stem) !== undefined;
}

/** Not every stemmer removes plural endings. */
function kindMembers(table: ReadonlyMap<string, readonly Member[]>, stem: string): readonly Member[] | undefined {
  return table.get(stem) ?? (stem.endsWith('s') ? table.get(stem.slice(0, -1)) : undefined);
}

function kindTable(language: string): ReadonlyMap<string, readonly Member[]> {
  const known = tables.get(language);
  if (known) return known;
  const table = new Map<string, Member[]>();
  (kinds[language] ?? '').split(';').forEach((list, kind) => {
    list.split(' ').forEach((same, meaning) => {
      for (const { stem } of words(same.replace(/=/g, ' '), language)) {
        if (stem !== '') table.set(stem, [...(table.get(stem) ?? []), { kind, meaning }]);
      }
    });
  });
  tables.set(language, table);
  return table;
}
