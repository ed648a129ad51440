/** A text to try a knowledge box with. */
export interface DemoText {
  readonly slug: string;
  readonly title: string;
  readonly label: string;
  readonly body: string;
}

/** Texts about general knowledge, written for this purpose. */
export const demoTexts: readonly DemoText[] = [
  {
    slug: 'demo-tides',
    title: 'Tides',
    label: 'nature',
    body:
      'The tide is the rise and fall of the sea. The gravity of the Moon pulls the water towards it, and the Sun adds a ' +
      'weaker pull. At new moon and full moon both pull along one line, and the spring tides are highest then.\n\nMost ' +
      'coasts have two high tides a day, about twelve hours and twenty-five minutes apart.',
  },
  {
    slug: 'demo-bread',
    title: 'Sourdough bread',
    label: 'food',
    body:
      'Sourdough is leavened by wild yeasts and bacteria that live in a starter of flour and water. The bacteria make ' +
      'acids, which give the bread its taste and keep it fresh.\n\nA loaf needs 500 g of flour, 350 g of water, 100 g of ' +
      'starter and 10 g of salt. It rises for about eight hours at 22 °C and is baked for 45 minutes at 230 °C.',
  },
  {
    slug: 'demo-library',
    title: 'Rules of the reading room',
    label: 'rules',
    body:
      'The reading room opens at 9:00 and closes at 18:00 from Monday to Friday. Readers need a card, which is issued at ' +
      'the desk and is valid for one year.\n\nManuscripts are read with pencils only. Photographs without flash are ' +
      'allowed; tripods need a permit.',
  },
  {
    slug: 'demo-lighthouse',
    title: 'How a lighthouse lens works',
    label: 'technology',
    body:
      'A Fresnel lens consists of rings of prisms that bend the light of a lamp into one flat beam. It needs far less ' +
      'glass than an ordinary lens of the same strength. Augustin-Jean Fresnel designed it for French lighthouses in ' +
      '1822.\n\nLenses are graded in orders: one of the first order is nearly two metres wide and can be seen from more ' +
      'than 30 kilometres.',
  },
  {
    slug: 'demo-bees',
    title: 'The dance of the honey bee',
    label: 'nature',
    body:
      'A honey bee that has found flowers tells the others by dancing on the comb. The angle of the dance to the vertical ' +
      'is the angle between the flowers and the Sun, and its length tells the distance. Karl von Frisch described the ' +
      'dance and received the Nobel Prize for it in 1973.',
  },
  {
    slug: 'demo-invoice',
    title: 'How to pay an invoice',
    label: 'rules',
    body:
      'Invoices are payable within 30 days of their date. Please state the number of the invoice with your transfer. ' +
      'After a first reminder, a fee of 5 euros is added.\n\nFor payments from abroad, the payer bears all charges of the ' +
      'banks.',
  },
];
