/** Words that show the kind of the surrounding name. Lower case. */
function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

export const honorifics =
  words(`mr mrs ms miss sir lord lady dame dr prof professor rev reverend fr capt captain col colonel gen general
  lt lieutenant sgt sergeant maj major sen senator rep representative gov governor pres justice judge king queen prince princess pope
  herr frau doktor monsieur madame mademoiselle mme mlle maître señor señora sr sra srta don doña sig signor signora signore dott dottor
  dottoressa senhor senhora dom pan pani hr fru dhr mevr ing dipl-ing maestro`);

/** Before a name these describe the person, and are not part of it. */
export const roles =
  words(`president minister premier chancellor secretary ambassador spokesman spokeswoman spokesperson director chairman
  chairwoman chief coach mayor singer actor actress author writer poet painter composer inspector officer commissioner congressman
  congresswoman councillor leader lawyer attorney manager founder editor journalist presidente präsident präsidentin kanzler kanzlerin
  ministerin ministre président présidente ministro ministra directeur directrice bürgermeister bürgermeisterin alcalde alcaldesa maire
  sindaco prefeito autor autora auteur autore`);

/** Last words of the names of organisations. */
export const organisationEnds =
  words(`inc incorporated corp corporation ltd limited llc llp lp plc co company companies group holding holdings
  gmbh ag kg kgaa ohg ev se sa sas sarl sl slu spa srl bv nv oy oyj ab asa aps as university college school institute academy hospital
  clinic museum foundation trust association society federation union league alliance coalition organisation organization commission
  committee council board agency authority bureau department ministry office court parliament senate congress assembly party movement
  army navy force forces police guard church bank banks fund exchange airlines airways press news times post journal tribune herald
  gazette broadcasting television radio network studios records pictures industries systems technologies software laboratories labs
  partners associates services solutions consulting insurance motors pharmaceuticals chemicals electronics energy telecom
  communications entertainment universität hochschule institut stiftung verein verband ministerium bundesamt amt behörde stadtwerke
  universidad instituto fundación asociación ayuntamiento ministerio banco université fondation ministère banque mairie università
  istituto fondazione ministero banca comune universidade fundação ministério universiteit stichting gemeente`);

/** First words of the names of organisations, before `of`, `de`, `für`… */
export const organisationStarts =
  words(`university college school institute academy hospital museum foundation association society federation
  union league organisation organization commission committee council board agency authority bureau department ministry office court
  parliament senate house bank church bundesamt bundesministerium ministerium universität hochschule institut stiftung verein verband
  landesamt stadtwerke universidad instituto fundación asociación ayuntamiento ministerio banco tribunal université fondation ministère
  banque mairie association conseil agence università istituto fondazione ministero banca comune universidade fundação ministério
  universiteit stichting gemeente`);

export const placeEnds =
  words(`river lake sea ocean bay gulf strait island islands peninsula valley desert mountain mountains hills forest
  street road avenue boulevard square bridge park airport station harbour harbor beach county province region district state states
  republic kingdom emirates territory straße strasse platz allee gasse brücke see wald berg bahnhof`);

export const placeStarts =
  words(`lake mount mt cape fort port saint san santa santo são saint-denis rue avenue boulevard place plaza calle
  avenida paseo piazza via viale corso lago río rio monte montaña île isla isola lac`);

/** Short words inside names. */
export const CONNECTORS =
  'of|the|de|del|della|di|da|do|dos|das|du|des|la|las|los|el|van|von|der|den|zu|zur|für|for|and|und|y|e|et|al|bin|ibn|ter|ten|af|av|&';

/** Begin sentences and headings, and are not names even when capitalised. */
export const commonStarts =
  words(`the a an this that these those it its he she they we you i his her their our my your in on at by for from
  with of to as and or but nor so yet if when while where what who why how which there here then than not no yes all any each every some
  many most more other another such only also even just still after before during since until about over under between among through
  against however although because though despite according meanwhile moreover therefore thus please note see contact table figure chapter section page part step total date name title subject version summary introduction
  der die das ein eine einer eines dem den des er sie es wir ihr ich und oder aber wenn als wie wo was wer warum welche dies diese dieser
  im in am an auf bei von vom zu zum zur mit nach für über unter durch gegen um aus nicht kein keine auch nur noch schon sehr
  el la los las un una unos unas este esta estos estas ese esa lo su sus mi tu y o pero si cuando como donde que quien en de del al con
  por para sin sobre entre hasta desde no también más muy ya se le les nos
  le les un une des ce cet cette ces il elle ils elles nous vous je et ou mais si quand comme où que qui dans de du au aux avec par pour
  sans sur sous entre vers chez ne pas plus aussi très son sa ses leur leurs notre votre
  il lo gli un uno una questo questa questi queste ed ma se quando come dove che chi nel nella di del della da dal con su per tra fra non
  o os as um uma este esta isto ele ela eles nós eu mas se quando como onde em no na de do da dos das com por para sem sobre entre até
  de het een dit dat deze die hij zij wij en of maar als wanneer waar wat wie in op aan bij van voor met naar over onder door niet geen
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
  december montag dienstag mittwoch donnerstag freitag samstag sonntag lunes martes miércoles jueves viernes sábado domingo lundi mardi
  mercredi jeudi vendredi samedi dimanche lunedì martedì mercoledì giovedì venerdì sabato domenica`);

/** Legal forms that follow a comma. */
export const legalForm = /^,?\s(?:Inc|Ltd|LLC|Corp|GmbH|AG|S\.A|S\.L|SpA|B\.V|N\.V|plc|PLC)(?![\p{L}])\.?/u;

/** Verbs right after or before the name of a person. */
export const saying =
  /^\s*,?\s*(?:who\s)?(?:said|says|told|added|wrote|writes|argued|explained|asked|replied|announced|born|sagte|erklärte|meinte|dijo|afirmó|explicó|déclare|affirme|ha detto|disse)\b/u;

/** Short names that are in no list of full names. */
export const abbreviations: ReadonlyMap<string, 'GPE' | 'ORG'> = new Map([
  ...['u.s', 'u.s.a', 'usa', 'u.k', 'uk', 'uae', 'ussr', 'eeuu', 'ee.uu', 'rfa', 'brd', 'ddr'].map(
    (name) => [name, 'GPE'] as const,
  ),
  ...(
    'u.n un e.u eu nato imf who unesco unicef oecd wto fbi cia nasa esa bbc cnn ibm opec iaea ecb ezb bce icc fifa uefa ioc interpol ' +
    'epa fda irs nsa onu otan ue fmi oms ocde omc uno'
  )
    .split(' ')
    .map((name) => [name, 'ORG'] as const),
]);

/** Parts of the world that are not states. */
export const regions =
  words(`africa europe asia america antarctica oceania mediterranean balkans scandinavia siberia caribbean caucasus
  sahara arctic alps himalayas andes afrika europa asien amerika ozeanien skandinavien karibik mittelmeer áfrica américa oceanía
  escandinavia caribe mediterráneo afrique europe asie amérique océanie scandinavie caraïbes méditerranée asia mediterraneo`);

/** Words that may separate two names. */
export const separators = words('of the for and und y e et & zu zur für');
