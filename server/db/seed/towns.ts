/** Location of a profile: nine fields (CORE-063). `place_id` is the INSEE code of the commune. */
export interface Location {
  readonly place_id: string
  readonly city: string
  readonly department: string
  readonly department_code: string
  readonly postal_code: string
  readonly country: 'FR'
  readonly lat: number
  readonly lng: number
  readonly formatted_address: string
}

/** insee | city | department | postal code | latitude | longitude (of the town hall or the arrondissement) */
const ROWS = `
69381|Lyon|Rhône|69001|45.7699|4.8292
69384|Lyon|Rhône|69004|45.7786|4.8272
69386|Lyon|Rhône|69006|45.7702|4.8503
69387|Lyon|Rhône|69007|45.7335|4.8373
69266|Villeurbanne|Rhône|69100|45.7719|4.8902
69034|Caluire-et-Cuire|Rhône|69300|45.7953|4.8426
38544|Vienne|Isère|38200|45.5255|4.8743
38185|Grenoble|Isère|38000|45.1885|5.7245
74010|Annecy|Haute-Savoie|74000|45.8992|6.1294
73065|Chambéry|Savoie|73000|45.5646|5.9178
42218|Saint-Étienne|Loire|42000|45.4397|4.3872
71270|Mâcon|Saône-et-Loire|71000|46.3069|4.8287
01053|Bourg-en-Bresse|Ain|01000|46.2052|5.2255
63113|Clermont-Ferrand|Puy-de-Dôme|63000|45.7772|3.0870
21231|Dijon|Côte-d’Or|21000|47.3220|5.0415
75111|Paris|Paris|75011|48.8590|2.3780
75118|Paris|Paris|75018|48.8925|2.3444
93048|Montreuil|Seine-Saint-Denis|93100|48.8638|2.4483
78646|Versailles|Yvelines|78000|48.8014|2.1301
33063|Bordeaux|Gironde|33000|44.8378|-0.5792
33009|Arcachon|Gironde|33120|44.6529|-1.1780
31555|Toulouse|Haute-Garonne|31000|43.6047|1.4442
34172|Montpellier|Hérault|34000|43.6108|3.8767
30189|Nîmes|Gard|30000|43.8367|4.3601
13207|Marseille|Bouches-du-Rhône|13007|43.2825|5.3625
13001|Aix-en-Provence|Bouches-du-Rhône|13100|43.5297|5.4474
84007|Avignon|Vaucluse|84000|43.9493|4.8055
06088|Nice|Alpes-Maritimes|06000|43.7102|7.2620
44109|Nantes|Loire-Atlantique|44000|47.2184|-1.5536
35238|Rennes|Ille-et-Vilaine|35000|48.1173|-1.6778
35288|Saint-Malo|Ille-et-Vilaine|35400|48.6493|-2.0257
17300|La Rochelle|Charente-Maritime|17000|46.1603|-1.1511
37261|Tours|Indre-et-Loire|37000|47.3941|0.6848
59350|Lille|Nord|59000|50.6292|3.0573
67482|Strasbourg|Bas-Rhin|67000|48.5734|7.7521
64122|Biarritz|Pyrénées-Atlantiques|64200|43.4832|-1.5586`

const TOWNS = new Map(ROWS.trim().split('\n').map((row): [string, Location] => {
  const [insee = '', city = '', department = '', postal = '', lat = '', lng = ''] = row.split('|')
  return [postal, {
    place_id: `insee:${insee}`, city, department, department_code: insee.slice(0, 2), postal_code: postal, country: 'FR',
    lat: Number(lat), lng: Number(lng), formatted_address: `${postal} ${city}, France`,
  }]
}))

/** The town of a postal code; an unknown one is a mistake in the data. */
export const townOf = (postalCode: string): Location => {
  const town = TOWNS.get(postalCode)
  if (!town) throw new RangeError(`no town for ${postalCode}`)
  return town
}
