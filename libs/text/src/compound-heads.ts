import { foldWord } from './fold';

/** Nouns that end many compounds, by language; shorter ones than four letters would end other words, too. */
const nouns: Readonly<Record<string, string>> = {
  de: `abend abgabe ablauf abrechnung abschluss abteilung adresse aktie akte alarm alter amt analyse anbieter angabe
    angebot angst anlage anleitung annahme anschluss anspruch anteil antrag antwort anwalt anwendung anzeige apparat arbeit
    arbeiter archiv artikel arzt ärztin aufgabe aufnahme auftrag aufwand ausbildung ausgabe ausschuss aussage auswahl
    ausweis auto automat bahn bahnhof ball band bank batterie bau bauer baum beamter bedarf bedingung bedürfnis befehl
    befund begriff behandlung behörde beitrag belastung beleg benutzer berater beratung berechnung bereich bericht beruf
    bescheid bescheinigung beschluss beschreibung beschwerde besitz besitzer bestand bestellung bestimmung besuch betrag
    betrieb bett bewegung bewertung beziehung bild bildung blatt blume boden boot brand brauch brett brief brille brot
    bruch brücke bruder brunnen buch buchung bund burg büro bürger bürste code computer creme dach dame dampfer datei
    daten datum dauer decke dienst ding diplom dokument dorf draht druck drucker ebene ecke eigentum eimer einheit
    einkommen einnahme einrichtung einsatz einstellung eintrag eintritt eisen ende energie entgelt entscheidung
    entwicklung entwurf ereignis erfahrung ergebnis erklärung erlaubnis erzeugung essen fabrik fach fahrer fahrplan fahrt
    fahrzeug faktor fall familie farbe fass feder fehler feier feld fenster ferien fernseher fertigung fest feuer fieber
    figur film filter firma fisch flasche fleisch fleck flügel flug flughafen fluss folge förderung form formular
    forschung frage frau freiheit freund frist frucht führer führung fuß futter gabe gang garage garantie garten gas gast
    gebäude gebiet gebühr gefahr gefäß gefühl gegenstand gehalt geist geld gelenk gemeinde gemüse genehmigung generator
    gepäck gerät gericht geruch geschäft geschenk geschichte geschoss geschwindigkeit gesellschaft gesetz gesicht
    gespräch gestaltung gesundheit getränk gewalt gewebe gewerbe gewicht gewinn glas gleichung glied glocke grad graben
    grenze griff größe grund gruppe gruß gurt gurtel haar hafen haft haftung hahn halle haltung halter haltestelle hammer
    hand handel händler handlung handwerk haus haushalt haut hebel heft heim heizung helfer hemd herd herr herstellung
    hersteller herz hilfe himmel hindernis hinweis hitze hof höhe holz honig hose hotel hund hygiene idee index
    industrie information inhalt insel institut instrument interesse jahr jacke kabel kabine kaffee kalender kalk kammer
    kampf kanal kanne kante kapital kapitän karte kartoffel käse kasse kasten katalog kauf käufer kaution kessel kette
    kind kino kirche kissen klage klappe klasse kleid kleidung klima klinik klingel klub knochen knopf koch koffer kohle
    komitee kommission komponente konferenz konflikt konto kontrolle konzept konzern kopf korb körper kosten kraft
    kraftwerk krankheit kredit kreis kreuz krieg krise küche kuchen kugel kühlung kultur kunde kunst kupplung kurs kurve
    küste lack laden lader lage lager lampe land landschaft länge lärm last laster lauf läufer leben leder lehre lehrer
    leiste leistung leiter leitung lenkung leser leuchte leute licht liebe lieferung lieferant linie linse liste lizenz
    loch löffel lohn lösung luft lüftung macht mädchen magen mahnung maler management mangel mann mannschaft mantel
    marke markt maschine masse maßnahme material matte mauer maus medizin meer meister meldung menge mensch messe messer
    messung metall methode miete mieter milch minister ministerium minute mittel modell modul moment monat montage motor
    mühle müll musik muskel muster mutter nachricht nadel nagel nahrung name nase natur nebel netz nummer nutzer nutzung
    oberfläche objekt ofen offizier öffnung ordner ordnung organ organisation orgel paar paket panne papier park partei
    partner pass passagier patient pause pedal pension person personal pfanne pfeife pferd pflanze pflege pfleger
    pflicht phase pilot pilz pinsel plan planung platte platz police politik politiker polizei portal position post
    praxis preis presse prinzip prämie prüfer prüfung probe problem produkt produktion produzent programm projekt
    protokoll prozent prozess pumpe punkt qualität quelle quote rabatt rahmen rand rate raum rauch rechner rechnung
    recht rede reform regal regel regelung regen regierung region register reich reifen reihe reiniger reinigung reise
    reparatur reserve rest restaurant rettung richter richtlinie richtung riemen ring risiko rohr rohstoff rolle roman
    rücken ruder rufe ruhe runde saal sache sack saft salat salz sammlung sand satz säule säure schacht schaden schale
    schalter schau scheibe schein schema schicht schiff schild schirm schlacht schlag schlange schlauch schloss schluck
    schlüssel schmerz schmuck schnitt schnur schrank schraube schreiben schrift schritt schuh schuld schule schüler
    schulung schuss schutz schwein schwelle schwester schwimmer sektor sekunde seil seite sekretär semester sendung sensor
    serie service sessel sicherheit sicherung sicht siegel signal sinn sitz sitzung software sohn soldat sommer sonne
    sorge sorte spannung speicher spende sperre spiegel spiel spieler spitze sport sprache spritze sprung spur staat
    stadt stadion stahl stall stamm stand standard ständer station stätte statistik staub steg stein stelle stellung
    steuer steuerung stift stimme stock stoff stoffe störung strafe straße strategie streifen streik streit strom
    struktur stube stück student studie studium stufe stuhl stunde sturm suche sucht summe suppe symbol system szene
    tabelle tafel tag tagung tank tanz tarif tasche tasse taste tätigkeit technik techniker tee teil teilnehmer telefon
    teller temperatur teppich termin test text theater thema theorie therapie ticket tier tisch titel tochter tonne topf
    tor tour tourismus träger training transport treffen treiber treppe trieb trinken tropfen tuch turm typ übung ufer
    uhr umfang umgebung umlage umsatz union unfall unternehmen unterricht untersuchung urkunde urlaub ursache urteil
    vater ventil verband verbindung verbot verbrauch verbraucher verein verfahren verfassung vergleich vergütung
    verhältnis verhalten verkauf verkäufer verkehr verlag verlauf verlust vermittlung vermögen verordnung verpflichtung
    versammlung versicherung versicherer versorgung versuch verteilung vertrag vertreter verwalter verwaltung
    verzeichnis viertel vogel volk vorgang vorhang vorrichtung vorschlag vorschrift vorsorge waage wachs waffe wagen wahl
    wald wand wandel wandler wanne ware wärme wartung wäsche wasser wechsel weg wein weise welle welt werbung werk
    werkstatt werkzeug wert wesen wetter wettbewerb widerstand wiese wind winkel winter wirkung wirtschaft wissen
    wissenschaft woche wohnung wolle wort wunde wunsch wurst wurzel zahl zahlung zähler zahn zaun zeichen zeichnung zeit
    zeitung zelle zelt zentrale zentrum zeuge zeugnis zeug ziel ziffer zimmer zins zone zubehör zucker zug zugang zulage
    zulassung zusammenfassung zusatz zuschlag zuschuss zustand zweck zweig`,
  nl: `aanbod aandeel aansluiting aanvraag aanvrager adres advies adviseur afdeling afspraak agent akkoord akte analyse
    antwoord apparaat arbeid arbeider archief arts artikel auto baan bakker bank basis bedrag bedrijf beheer beheerder
    behandeling belang belasting beleid bereik bericht beroep besluit bestand bestuur betaling beurs bewijs bezit bezoek
    bibliotheek blad bloem boek boer boom boot bord bouw brand brief bril broek brood brug budget buis bureau burger
    bus buurt camera cel centrum certificaat cijfer code collectie commissie contract controle crisis cultuur cursus
    dag dak datum deel dekking deken deur dienst dier document doel dokter doos dorp draad drank druk duur eigenaar
    einde energie fabriek factuur familie fase feest fiets film firma fles formulier fonds foto functie gang garantie
    gebied gebouw gebruik gebruiker gegevens geld geluid gemeente geschiedenis gesprek gever gezondheid gids glas
    goed gordel grens groei groente groep grond haar haven handel handleiding hand heffing helft hoek hond hoofd hout
    huis huur huurder hypotheek industrie inkomen informatie inspectie installatie instelling jaar jas kaart kaas kabel
    kamer kanaal kantoor kast kennis kering kerk ketting keuken keuring keuze kind klacht klas kleding klep klimaat
    kliniek klok knop koers koffer komst koning koper kosten kracht krediet kring kunde kunst kussen kust kwaliteit
    laag lading lamp land last leer leider leiding lening leraar leven leverancier levering licht lid lijn lijst loket
    loon lucht maand maatregel maatschappij machine macht man markt massa materiaal meester meldpunt melding melk mens
    merk meter methode middel minister ministerie moeder moment molen motor muur muziek naam nacht net netwerk niveau
    nota nummer object olie omgeving onderdeel onderhoud onderwijs onderzoek oorlog oord operatie opleiding oplossing
    opslag order organisatie ouder overeenkomst overheid paard pagina pak papier park partij pas patient pensioen
    periode personeel persoon plaats plan plant plein plicht ploeg polis politie pomp poort post praktijk premie prijs
    probleem procedure proces product productie programma project proef punt raad raam rand rapport recht rechter
    reeks regel regeling regering register reis rekening reparatie rest restaurant richting richtlijn ring risico rit
    rol ruimte salaris samenleving schade schaal schap scherm schip school schoen schuld schuur seizoen sector sfeer
    signaal situatie slag sleutel slot soort spel speler spoor staat stad staking stand station steen stelsel stem
    sticht stof stoel storing straat strategie strijd stroom structuur student studie stuk systeem taak taal tabel tafel
    tank tarief tas techniek tekst televisie tentoonstelling termijn terrein test theater therapie thuis tijd titel
    toegang toeslag toestel toets toezicht touw traject trein trap tuin tunnel type uitgave uitkering uitslag
    uitvoering vader vak vakantie ventiel verband verbod verbruik vereniging verenig vergadering vergoeding vergunning
    verhaal verkeer verklaring verkoop verkoper verlof vermogen vertrek verzekering verzekeraar verzoek vis vlak vlees
    vliegtuig vloer voedsel voer voertuig vogel volk voorraad voorschrift voorstel voorwaarde voorziening vorm vraag
    vrager vrouw waarde wacht wagen wand water week weer weg wereld werk werker werking wet wetenschap wiel wijk wijze
    wind winkel winst wissel woning woord zaak zaal zak zee zekerheid zetel ziekte ziekenhuis zolder zone zorg`,
  sv: `adress affär aktie allmänhet analys anläggning anmälan anmälning ansökan ansvar anställning arbetare arbete
    arkiv artikel avdelning avgift avtal bank barn behandling behov beslut beskrivning besked besök betalning betyg bidrag
    bild bolag bostad brand brev bro broschyr brott butik byggnad byrå central centrum chef dag dator del dokument
    dräkt dryck dörr effekt ekonomi energi enhet erfarenhet ersättning fabrik fack faktura familj film fisk flaska flod
    flyg folk fond fordon form formulär forskare forskning fråga funktion fågel färg färja försäkring försäljning
    förbund förening företag förmån förslag förvaltning gata givare glas grad grupp gräns gård gåva hall hamn handel
    handling handbok hantering hatt hjälp höjd hotell hund hus huvud hyra hyresgäst härd ingång inkomst information
    institut intyg jakt jobb journal järn kabel kamp kanal kassa klass kläder klinik klocka klubb kommun konto konst
    kontor kontrakt kontroll kort kostnad kraft krav kredit kris kropp krets kultur kund kunskap kurs kvinna kylskåp kyrka
    kök lag lagstiftning lampa land larm ledare ledighet ledning leverans leverantör linje liste lista liv ljus lokal
    lån lån längd läge läkare lärare lön lösning mark marknad maskin material medel medicin medlem meny metod miljö
    minister mjölk moln moms motor musik mynd myndighet målning människa märke mässa möbel möjlighet mönster möte namn
    nivå nummer nyckel nät område olja omsorg ordning organ organisation ort papper park parti pass patient pengar
    pension period person personal plan planering plats plikt polis politik policy port post pris problem process
    produkt produktion program projekt protokoll prov prövning pump punkt rapport ratt reda redovisning regel region
    register reglering regler rektor reparation resa resultat rum räkning ränta rätt rättighet rör röst sal samhälle
    samtal sats sedel sektor service signal sida sjukdom sjukhus skada skatt skepp skiva skog skola skor skrift skruv
    skuld skydd skåp slott slut socker sorg spel spelare språk stad stadga station statistik steg sten stol stor ström
    struktur student studie styrelse styrning stycke stöd summa syn system tabell tagare taxa teknik telefon test text
    tidning tid tillgång tillstånd timme tjänst tjänsteman torg trafik transport trappa träd träning trygghet tåg tävling
    undersökning underhåll undervisning uppdrag uppgift uppsägning utbildning utgift utskott utveckling utrustning vagn
    val vall vara varor vatten vecka ventil verk verkstad verksamhet vetenskap villkor vind vinst vinter vård värde
    värld värme väg vägg väska växt yrke yta ägare ämne ändring ärende övning`,
  da: `adgang adresse afdeling afgift aftale aktie analyse anlæg anmeldelse ansvar ansøgning ansættelse arbejde
    arbejder arkiv artikel avis bane bank barn bank behandling behov beløb beskrivelse beslutning bestyrelse besøg betaling
    betingelse bevis bidrag bil billede blad bog bolig brand brev bro bruger brug bureau butik bygning bånd båd center
    central chef dag data dato datter del dokument drift drikke dør dyr effekt ejer ejendom energi enhed erklæring
    erstatning fabrik fag faktura familie farve fejl ferie film fisk flaske folk fond fordel forening forhold form
    formular forsikring forskning forslag forsyning forvaltning frist funktion fugl fyr færge gade garanti gebyr giver glas
    grad gruppe grund grænse gård hal handel handling have havn hjælp hold hospital hotel hund hus hæfte højde indkomst
    information institut jagt job jord kabel kamp kanal kasse klasse klage klinik klub kniv kommune konference konto
    kontor kontrakt kontrol kort kraft krav kredit krig kreds kultur kunde kunst kursus kurv kvinde kvalitet køkken køb
    køber lag lager lampe land ledelse leder ledning leje lejer lejlighed leverance leverandør lejekontrakt linje liste
    liv lokale lov lys længde læge lærer løn løsning lån marked maskine materiale mad medarbejder medicin medlem melding
    menneske metode middel miljø minister ministerium motor museum musik myndighed mærke møde møbel måling måned navn
    netværk niveau nummer nøgle olie omkostning område ordning organ organisation oversigt papir park parti part patient
    penge pension periode person personale plads plan planlægning pleje pligt politi politik post praksis pris
    problem proces produkt produktion program projekt protokol prøve pumpe punkt rapport rejse regel register regering
    regning regnskab rente reparation resultat ret rettighed ring risiko rum råd række rør sag sal samfund samling
    samtale sektor selskab service side signal sikkerhed sikring sjov skab skade skat skib skift skilt skole skov skrift
    skrue skuffe skyld slot smerte sted sten station statistik stemme stof stol strategi struktur strøm stue studie
    studerende stykke styring støtte sum sygdom sygehus system tabel tagelse tager takst tale tandlæge tank tekst teknik
    telefon test tid tilbud tillæg tilladelse time tjeneste tog told trafik transport trappe træ træning tur ting udgift
    udstyr udvalg udvikling uddannelse uge uheld undersøgelse undervisning ventil værdi vare varme vand vej vejledning
    verden vilkår vindue virksomhed vurdering vogn værk værksted værelse ydelse økonomi øvelse`,
  no: `adgang adresse aksje analyse anlegg ansvar ansettelse arbeid arbeider arkiv artikkel attest avdeling avgift avis
    avtale bane bank barn bedrift behandling behov beløp beskrivelse beslutning besøk betaling bevis bidrag bilde blad
    blomst boble bolig brann brev bruker bruk brygge butikk bygning bygg bånd båt dag data dato datter del dokument drift
    drikke dyr effekt eier eiendom energi enhet erfaring erklæring erstatning fabrikk fag faktura familie farge feil ferie
    ferge film fisk flaske fly folk fond fordel forening forhold form formue forsikring forskning forslag forsyning
    forvaltning frist funksjon fugl gang garanti gate gave gebyr giver glass grad gruppe grunn grense gård hage hall handel
    handling havn hjelp hold hotell hund hus hytte hefte høyde inntekt informasjon institutt jakt jobb jord journal kabel
    kamp kanal kart kasse klage klasse klinikk klubb klær kniv kommune konferanse konto kontor kontrakt kontroll kort
    kostnad kraft krav kreditt krets krig kultur kunde kunst kurs kurv kvinne kvalitet kjøkken kjøp kjøper kjøretøy lag
    lager lampe land ledelse leder ledning leie leier leilighet leverandør levering linje liste liv lokale lov lys lengde
    lege lærer lønn løsning lån mann marked maskin materiale mat medarbeider medisin medlem melding menneske metode middel
    miljø minister departement motor museum musikk myndighet merke møte møbel måling måned navn nettverk nivå nummer nøkkel
    olje område ordning organ organisasjon oversikt papir park parti part pasient penger pensjon periode person personale
    plass plan planlegging pleie plikt politi politikk post praksis pris problem prosess produkt produksjon program
    prosjekt protokoll prøve pumpe punkt rapport reise regel register regjering regning regnskap rente reparasjon resultat
    rett rettighet ring risiko rom råd rekke rør sak sal samfunn samling samtale sektor selskap side signal sikkerhet
    sikring skap skade skatt skip skift skilt skole skog skrift skrue skuff skyld slott smerte sted stein stasjon
    statistikk stemme stoff stol strategi struktur strøm stue studie student stykke styre styring støtte sum sykdom sykehus
    system tabell taker takst tale tank tekst teknikk telefon test tid tilbud tillegg tillatelse time tjeneste tog toll
    trafikk transport trapp trær trening tur ting utgift utstyr utvalg utvikling utdanning uke ulykke undersøkelse
    undervisning ventil verdi vare varme vann vei veiledning verden vilkår vindu virksomhet vurdering vogn verk verksted
    værelse ytelse økonomi øvelse`,
};

const HEAD_LETTERS_MIN = 4;
const loaded = new Map<string, ReadonlySet<string>>();

/** Folded nouns that end compounds of a language; none for a language without a list. */
export function compoundHeads(language: string): ReadonlySet<string> {
  const known = loaded.get(language);
  if (known) return known;
  const list = Object.hasOwn(nouns, language) ? (nouns[language] ?? '') : '';
  const heads = new Set(
    list
      .split(/\s+/)
      .map(foldWord)
      .filter((noun) => noun.length >= HEAD_LETTERS_MIN),
  );
  if (heads.size > 0) loaded.set(language, heads);
  return heads;
}
