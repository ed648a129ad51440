/** Our own sentences and the pieces into which SentencePiece splits them as questions, without those at both ends. */
export const readings: readonly (readonly [text: string, ids: readonly number[]])[] = [
  ['The ferry is mended before winter.', [41, 1294, 12, 581, 1592, 1294, 83, 37713, 71, 8108, 41710, 5]],
  [
    'Die Fähre wird vor dem Winter ausgebessert.',
    [41, 1294, 12, 622, 563, 18623, 107, 1880, 1248, 745, 30870, 20609, 7438, 33657, 5],
  ],
  [
    'El transbordador se repara antes del invierno.',
    [41, 1294, 12, 540, 3900, 18492, 9601, 40, 53917, 6361, 146, 191045, 5],
  ],
  [
    'Le bac est réparé avant l’hiver : 1 200 €.',
    [41, 1294, 12, 636, 42427, 437, 66686, 11, 4273, 9600, 96, 26, 71659, 152, 106, 1781, 95217],
  ],
  ['渡船在冬天之前修好。', [41, 1294, 12, 6, 26434, 15065, 213, 106460, 10330, 7981, 1322, 30]],
  [
    '渡し船は冬の前にｼｭｳﾘします。',
    [41, 1294, 12, 6, 26434, 1373, 15065, 342, 30298, 154, 20362, 129823, 19451, 5677, 5182, 30],
  ],
  [
    '나룻배는 겨울이 오기 전에 고친다.',
    [41, 1294, 12, 8000, 244533, 15170, 769, 120450, 469, 7592, 1503, 75070, 6086, 41967, 1875, 5],
  ],
  ['تُصلَح العبّارة قبل الشتاء.', [41, 1294, 12, 746, 577, 27611, 278, 3247, 92640, 1168, 26610, 3758, 239677, 5]],
  [
    'नाव की मरम्मत सर्दियों से पहले होती है।',
    [41, 1294, 12, 33166, 471, 61090, 2629, 61829, 36786, 3044, 7549, 646, 10131, 11091, 460, 125],
  ],
  ['Паром чинят до наступления зимы.', [41, 1294, 12, 49061, 419, 56082, 1343, 255, 21033, 17425, 6, 43382, 227, 5]],
  ['เรือข้ามฟากซ่อมก่อนฤดูหนาว', [41, 1294, 12, 6, 32678, 97599, 77151, 2286, 148244, 11471, 151195, 129998]],
  ['Phà được sửa trước mùa đông.', [41, 1294, 12, 13000, 1298, 912, 41751, 5179, 45591, 37127, 5]],
  [
    'Το πορθμείο επισκευάζεται πριν τον χειμώνα.',
    [41, 1294, 12, 2654, 6, 49219, 3431, 2779, 35540, 4414, 25967, 1797, 80871, 22148, 1244, 231937, 5],
  ],
  ['המעבורת מתוקנת לפני החורף.', [41, 1294, 12, 2939, 109034, 609, 188338, 11851, 12278, 364, 42695, 6293, 5]],
  ['ကူးတို့သင်္ဘောနှင့် ဆောင်းရာသီ', [41, 1294, 12, 6, 50716, 25137, 5123, 122126, 18037, 33940, 21332, 6, 28648, 2201, 153404]],
  ['Feribot kıştan önce onarılır.', [41, 1294, 12, 8002, 14, 9190, 132464, 1076, 10395, 98, 147, 31197, 5]],
  ['Prom naprawia się przed zimą.', [41, 1294, 12, 1250, 39, 119669, 399, 410, 7491, 97, 11509, 5]],
  ['Komppi korjataan ennen talvea.', [41, 1294, 12, 4440, 7520, 63696, 3527, 16535, 104145, 11, 5]],
  ['A kompot tél előtt javítják.', [41, 1294, 12, 62, 1630, 7804, 6, 49728, 16982, 155409, 8682, 5]],
  ['Bac trước mùa đông: é ﬁ ①', [41, 1294, 12, 86196, 5179, 45591, 37127, 12, 393, 809, 106]],
];

/**
 * Vectors of the engine for which the weights are packed: integers from −127 to 127, in Base64. A question comes first,
 * then passages that answer it in four languages, then one on a different subject.
 */
export const references: readonly (readonly [purpose: 'query' | 'passage', text: string, vector: string])[] = [
  [
    'query',
    'Who mends the ferry before winter?',
    [
      'OO/j1CLYChIJEDQMGb8JIVDz5YEI3u1DOFAGK0jNsagt4xI8ve4d1s47Ifs1LuAP1enIYxP8OcPJyt9gN9X93yhKGQnwyMlJ',
      '8fIIJzq/F97I7vkvxDgI7yfgLDnUz8vlJyo33kPkFNnqBinNaeXWRkJPsNb7+hzfLuTKheXFKy0xHD4OHgVHKs7ACsHgIrof',
      'NiZI2TrHROs5CyWtwKIrCOSvv+HG7Az3uNnsDNceIDHMOWAt3u/myK3kwREd4AEuA8jaXL8bNS/g2SMVEOTWRfZMKcjMStzv',
      'JSLLKCX3OI/jGkzk/CPj2wKVAQfZLCHC285FvgDdzCDrAyfr1NPdKfNOwSfqFEwUGRbE7/fo0hrtAr3zDBL91Sg0Jz0D8fsp',
      'qP3rzzTjOBrjMPEU2bMbGdYa/iE5RTMv5OU0O+0W/LffzOytMPTw1wUQAem+Q9HawmzPoCcE4QcPxTP+4EYulQUZ+S0EyhNY',
      '2fwqISpG5wQDtEYxySLGyPhPstAWLy9O',
    ].join(''),
  ],
  [
    'passage',
    'The harbour master has the ferry mended in October, before the ice comes.',
    [
      '/Qnp+D+84w4jJSYdEs3zHVb6upYJ4gIjMUPi+jCmuKwkzgYb4Mn90dAoOw1ACuDn0srRdAz9O8C4wbFZONkN5zBIGSf3xdBC',
      '6+gPTTnhDNS/5vJHukYFw0P9R0/nvtHs8iRB2XTmKLnqBDWyZMzVST0xlNUEAP7mLeTUlcnwFAw0+U34HwRJSLGm+9voQLco',
      'TU1jqmWwPMwmAh+moqUwC+mptAGv+gUMo+4J9u4zJRbgG2FI8uzD267v0BwQ3Rcq9KTSWs8dLFP92zMd/ArUPQlMNq/TSbbq',
      'JDHNIiD7QqbKKmbJ6iHyt7+n3wMHMRXfwNwzwRP/ztTWGzTu69MLLiZN4AzxEn8RNiTVzd7Y3y3//MDPEyfc4DY1JS8gHekp',
      'qOPK3De/QRL4UfY36bA8AMj2BjkXWBcXyRJKWgAdAKPzv/+uEBrrxg7oPfPjGNnswl7qtBpG7yHipFcM4howiPUgABvrxShq',
      'zS5BGy8r5vQWsTAtuQvgs/E/vclHJyBG',
    ].join(''),
  ],
  [
    'passage',
    'Der Hafenmeister lässt die Fähre im Oktober ausbessern, bevor das Eis kommt.',
    [
      'LdTm2VfCzw3+RiMBNtXUF1Tt2qsf1vL1NTHG8i+nyK41zCkh4dQKzdMqNBVHE8kIzdLgZwsC+c3UvsUqPREY/yRIHCD+6dhE',
      'Du36PSrjE9/P8OE01TYjx1QDRUXpt8bz6yYZ5F3oApvXKza6brTiJ0M5qsUMGgvOMM/gpafrGw/84Tr3CRFEZ6rP7u7cG708',
      'OnBgsTW1MdRPEDO7rLwlFO+0q/HZ6wEypfj+BiIeGRDXGVtBA/W2zLf/7BkCxB4d5q/fU74kN3QR00YzBAPsNdIyNIHwVMH6',
      'GkzMIinoQanLOBfl3CXnx6GvyuH+ByPbyuEzshzozO+8DSXny+EMLCZYygYC9mUbRCje/OPp5SgW+7LYPDruzCtEJysYDuEZ',
      'oN7g1SneORD4M/AiHZY4+r8LDEMnPhAnvuw7OyI0973Qre/DHyz21BX1L9vHPOjpxTzd2yh78Crrs0EJ3v/zlh0h+hzJwSRL',
      'vDktLUcg7dsUqj07rP0Iodg71K1CLBpT',
    ].join(''),
  ],
  [
    'passage',
    '港务长在十月结冰之前修理渡船。',
    [
      'OwHR5T786AA+DBrcMfDaE1XK06wyCtQmLDCwADii/Nsgvzkp5uYMzNMXFUY4RNUXt9/pTRUW+MLdqqVRKhAXGEsnLh3s7+Jh',
      'DfIRF03gOs2xy+cStzE6zjTyMVz1wNfQxyM831bdDK7cGDPJJNbYKCJToMQh5zbGGsbf87zGOSD15SoZIg4bebjN7NLML7Tv',
      'OTtJvEypNt4+CTnO5MUtKc6twOvCwe4ovw4TG+EI9kXo6lkq/u7Z577s0/sVAhM2yNnBLNowFkoY0xkGFgXCH9ZJFrzVWbEZ',
      '6TDNBy3oC7DQJCfftwrXzeOswuAgAzWp660Pm0Lo1gPhMBzQ3Kf3ODVc5h4oIj1NRPaz/cvy4A432MTnHV3x31U6ER8/89Qn',
      'utXr+iTYEwgGOpb9udsx9J0QBwkjaFko/Mo0QvgRBOHl4+vjNgz7yUI2HPrTGdjkuVXn0BV/EDfqvBIV3yEArPwv8yu61y9A',
      'rwE3Kj0qAwtEqkYx2fDawsgx48YxLwU3',
    ].join(''),
  ],
  [
    'passage',
    'يُصلح رئيس الميناء العبّارة في أكتوبر قبل أن يأتي الجليد.',
    [
      'DPP97mvXs/QqNF0EXNfiDkgDxbIa4OZZHkTVCC+azuAkwCA12tAo1Ngc/EZ/KMsA2AfrUAkbE+mzyrdVRQApHRcsNVAh890e',
      '7OUJPQjxIvjg5PMJuTsbzFXeOlLc1dLw4RJQ1k/TALXAHDfZQbPxLQQtuczR4yC6NxHfvsffOQQGyRsLIBlSZrrh9P7MHskf',
      'JT9gwVKxSMMuES/Js8A6G82Pz9/I8xgvuQft/ekK70LbAEA6+dnsyqLNvgEK+CEcy8C9O9tGDjgCtCgTI/TWH9U2L9HtRccl',
      'IVXRICPYErLNLTr8yyf716zF3O8NJzi32swyoTID0BTqJxfY1bL3JkVUzRUDAXc9IwfYH7/fvQJJ07rVOjrhzVcTNBQqB9gx',
      '2tLZ5UPJLhEOP8P49dI5Dr0KAjEPNTUDyAoQSBUp8bvd3vmzETLt3zgCA8nvIM7IvDPo3yZR0A3oyyPh0B0clt0hEAexyyAo',
      'sRImMTr89+jytRUzthoP4eIi6tU4MwYq',
    ].join(''),
  ],
  [
    'passage',
    'Tomatoes are sown indoors in March and planted out after the last frost.',
    [
      'EegNpT35+ORADzEnAePtATvK94wZH/osJjrkExO9uOo81T4C1dz51NwMNkcRAbQZ1QGgFgUnKvfJ1tUzKyETCD0pJDu3/sIy',
      '+OYQDxfd/fHI1codxywv0Di5Lxb7uOXWyTY+0EDdKr32HybeSbPdMTo76Nvm0yLHQwHRu8TrKBERGiAU6SIxRcTP6uncNr0x',
      'Jy1U5kX1OgkfDx3F1NcpEuXFx9/P5h8jpgm9/AM9Ch/XJVcu/9PEydTs4T8KvPgkH8UCTN4ZDxkF3RIW8QWsRQAVK7LwKAP+',
      'E2eeJB/+HtK1LSLorzf+7NHW2ezpIxrWDe8huR3i29Hc/yf29Mf+MzIl1CQL80srCxje9LvoyFLu5r+3CjIH8h4gMyH+Ja8f',
      '4t3jzE31Gzr1bCIh170CMqgJEzQWDBZEv/dYKg4b3MngrffaIz/W2g8UM9zfENz49SXn6xMkzln+1T/R8AcvgQQz/ATJvUcw',
      '3BIwJg0a5xc10hcd9STQsQ81xrItThwP',
    ].join(''),
  ],
];
