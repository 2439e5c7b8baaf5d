/**
 * The hand-written conversations, separated by blank lines. `direct a b` or `group Title |
 * description | a b c` (the first is the creator and admin) starts one; `unread handle N` leaves
 * the last N messages unread for it (`handle/0 N`: for its first identity only); `@ 26j 20:14`
 * moves to a time of day (Paris) that many days ago, `@ -14min` to that long before now; `Léa: …`
 * is a message, `Léa et Hugo: …` one in both mode, `[name name] …` starts with photos of PHOTOS; `+
 * handle`: a member joins; members that never join are present from the start. `! handle …` is a
 * system message of that member. `name ❤️` after a message is a reaction, as in `… {Hugo ❤️}`. A line
 * that starts with spaces continues the one before it.
 */
export const DIRECT_CONVERSATIONS = `
direct lea_hugo nora_lyon
unread lea_hugo 2
@ 61j 20:47
Nora: Bonsoir vous deux. Votre profil m'a fait sourire, surtout la cuisine à quatre mains. On peut se parler un peu ?
Léa: Bonsoir Nora ! Avec plaisir. C'est Léa qui écrit, Hugo épluche des oignons et pleure.
Nora: Quel homme sensible.
Hugo: Je confirme, très sensible aux oignons. Bonsoir Nora.
Nora: Je vous préviens, je réponds lentement mais je réponds toujours.
Léa: C'est notre rythme aussi. Tu es à Lyon depuis longtemps ?
Nora: Six ans. Avant, Lille, et avant encore, Oran. Je traduis des romans, surtout la nuit.
Léa: Alors on ne t'écrira pas avant midi.
@ 58j 13:20
Hugo: Il est midi passé. On avait une question : plutôt thé ou plutôt verre de vin, pour une première rencontre ?
Nora: Plutôt verre, plutôt terrasse, plutôt sans promesse.
Hugo: Les trois nous vont.
Nora: Jeudi, 19 h 30, place Sathonay ? J'aurai un livre rouge.
Léa: On aura l'air un peu nerveux, tu nous reconnaîtras.
@ 55j 23:52
Nora: Je viens de rentrer. C'était doux, merci. J'ai ri plus que prévu.
Léa: Nous aussi. Hugo raconte déjà l'histoire du serveur à sa façon.
Hugo: Ma façon est la bonne.
Nora: J'ai aimé que personne ne soit pressé. {Léa ❤️}
Léa et Hugo: On ne le sera jamais. Dors bien, Nora.
@ 31j 18:06
Nora: [nora-floue] Essayage pour samedi. J'ai flouté, par habitude. La veste, oui ou non ?
Léa: Oui, mille fois oui.
Hugo: La veste oui, et merci pour la confiance.
Nora: C'est plus facile quand on demande avant de montrer.
@ 9j 21:33
Léa: Clara et Tom préparent un dîner, ils aimeraient beaucoup te revoir.
Nora: Ils m'ont écrit aussi. J'y serai, j'apporte ma salade d'oranges.
Léa: Tom va se mettre à genoux. {Nora 😂}
Nora: Qu'il se relève, il y aura du dessert.
@ 1j 22:18
Hugo: On a marché jusqu'à l'île Barbe en parlant de toi. En bien, uniquement.
Nora: Je sentais mes oreilles chauffer, tout s'explique.
Hugo: Tu fais quoi dimanche ?
@ -26min
Nora: Dimanche je danse jusqu'à 17 h, et après je suis à vous.
Nora: On se retrouve au kiosque du parc ? J'apporte le thermos.

direct lea_hugo antoine_69
unread lea_hugo/1 1
@ 47j 19:12
Antoine: Bonjour Léa, bonjour Hugo. Clara m'a dit que vous cherchiez quelqu'un pour une
   bibliothèque. Et que vous étiez de bonne compagnie.
Hugo: Bonjour Antoine ! Les deux sont vrais, surtout pour la bibliothèque.
Antoine: Je peux passer prendre les mesures samedi matin. Je ne facture pas le café.
Léa: Samedi 10 h 30 ? Il y aura aussi des brioches.
Antoine: Alors je mesurerai lentement.
@ 44j 14:31
Antoine: Voilà le croquis en tête : du noyer, pas de vis apparentes, une échelle qui coulisse.
Léa: Une échelle ! J'en rêvais sans oser le dire.
Antoine: Il faut toujours oser dire les échelles. {Léa 😂} {Hugo 👍}
@ 23j 22:04
Hugo: Elle est magnifique. On n'ose pas y poser de livres.
Antoine: Elle est faite pour ça. Et merci pour la soirée, j'étais venu poser une étagère et je suis
   reparti à deux heures du matin.
Léa: Tu joues toujours de la guitare quand tu poses des étagères ?
Antoine: Seulement quand on me le demande gentiment.
Léa et Hugo: On te le redemandera.
@ 4j 20:40
Antoine: Je repasse dans votre quartier vendredi. Un verre, si vous êtes là ?
Hugo: On est là. Vers 20 h, et tu restes dîner.
Antoine: Je n'osais pas l'espérer tout haut.
@ -190min
Hugo: On a fini par ranger les livres par couleur. Tu vas nous détester.
Antoine: Par couleur… Je viens constater les dégâts.

direct antoine_69 nora_lyon
unread antoine_69 1
unread nora_lyon 0
@ 38j 23:10
Antoine: Bonsoir Nora. Tu étais assise à côté de moi chez Mathilde et Karim, je suis celui qui a renversé le sel.
Nora: Le sel, et un peu de mon cœur quand tu as chanté. {Antoine 😍}
Antoine: C'était le vin.
Nora: C'était juste, surtout. Tu chantes souvent ?
Antoine: Dans l'atelier. Les planches n'ont pas d'opinion.
@ 30j 12:22
Nora: Je traduis un chapitre plein de mots de menuiserie. Je peux te poser des questions bêtes ?
Antoine: Il n'y a que ça qui m'intéresse.
Nora: Une «queue d'aronde», ça se dit encore ?
Antoine: Ça se dit, ça se taille, ça se rate. Viens voir, je te montrerai.
Nora: Quand ?
Antoine: Mercredi, après 18 h, il fait calme et ça sent le cèdre.
@ 27j 22:36
Nora: J'ai encore de la sciure dans les cheveux et trois pages traduites. Merci.
Antoine: La sciure te va bien.
Nora: Attention, je garde tes phrases.
@ 12j 19:01
Antoine: Dimanche, tu danses ?
Nora: Toujours. Viens, il y a des débutants et du jus de gingembre.
Antoine: J'ai deux pieds gauches et beaucoup de bonne volonté.
Nora: C'est exactement le niveau requis.
@ 2j 09:48
Antoine: [carreaux-prune] Marqueterie finie. J'ai pensé à ton manteau pour les couleurs. {Nora 😍}
Nora: Oh… C'est superbe. Je ne sais pas quoi dire, ce qui est rare.
@ -75min
Antoine: Ce soir je cuisine des lentilles, rien de glorieux. Il y en a pour deux.
Nora: Rien de glorieux me va très bien. J'apporte le pain, vers 20 h ?

direct lea_hugo eva_victor
@ 83j 18:30
Eva: Coucou Léa et Hugo, ici Eva. On s'est croisés au sauna du lac, vous aviez oublié vos clés dans le casier 12.
Léa: Notre légende nous précède. Bonjour Eva !
Victor: Les clés les plus célèbres de Haute-Savoie.
Hugo: Elles vont bien, elles vous embrassent.
@ 80j 21:15
Eva: Si vous repassez par Annecy, la chambre du haut est libre. Vue sur l'eau, craquements garantis.
Léa: Ne tentez pas une femme fatiguée un lundi soir.
Eva: C'est fait exprès.
@ 40j 08:12
Victor: [lac-matin] Sept heures ce matin. Je vous ai gardé une place sur le ponton.
Hugo: Cruel. Magnifique et cruel.
Victor: L'eau est à dix-huit, courage compris.
@ 15j 19:55
Léa: C'est décidé, on vient le week-end du groupe. On arrive le vendredi avec le train de 18 h 04.
Eva: Quelle joie ! Victor ira vous chercher, reconnaissable à son bonnet.
Victor: Un bonnet en toute saison, c'est ma signature.
@ 3j 22:41
Eva: [lac-soir eva-victor-flous] Le lac hier soir, et nous deux, flous mais heureux. {Léa 😍}
Léa et Hugo: Vous êtes beaux, même flous. Surtout flous.
Eva: Je le prends très bien.

direct lea_hugo voisins_du_6
unread lea_hugo 1
@ 120j 19:20
Mathilde: Bonsoir ! C'est Mathilde, du 6. On a entendu votre musique hier : c'était très bien, montez le son.
Hugo: On allait s'excuser !
Karim: Surtout pas. Juste le deuxième morceau, c'était quoi ?
Hugo: Un vieux disque cubain, je te le prête.
@ 119j 18:45
Karim: Disque bien reçu devant la porte. Baklavas déposés en échange.
Léa: Il n'y a déjà plus de baklavas. Il n'y a peut-être jamais eu de baklavas.
Mathilde: On en refait dimanche, alors.
@ 52j 20:02
Mathilde: [voisins] Photo prise par Nora à la fête de l'immeuble. Vous pouvez la garder, on s'aime
   bien dessus. {Léa et Hugo ❤️}
Léa: Vous êtes superbes. On l'imprime et on l'accroche dans l'ascenseur.
Karim: Essaie un peu.
@ 6j 21:26
Hugo: Vous auriez une échelle de deux mètres ?
Karim: On a une échelle, un tabouret et un mari très grand.
Hugo: Le mari suffira.
@ -6min
Mathilde: On ouvre une bouteille sur le palier. Venez comme vous êtes, chaussons compris.

direct lea_hugo marc_33
@ 66j 07:58
Marc: Bonjour vous deux. Si vous passez par le bassin cet été, ma cabane est ouverte. Huîtres,
   pain, beurre, et le soleil qui tombe derrière la dune.
Léa: Bonjour Marc ! Tu écris à huit heures du matin ce que d'autres promettent à minuit.
Marc: Je suis levé depuis quatre heures, c'est déjà l'après-midi.
Hugo: On regarde les trains, sérieusement.
@ 33j 21:48
Marc: [dune-soir] Ce soir, sans filtre, sans retouche, sans vous. {Léa 😮} {Hugo 😍}
Léa: Ce «sans vous» est déloyal.
Marc: Je sais. Il marche à chaque fois.
@ 24j 19:10
Hugo: Billets pris : on arrive le 8, on repart le 11. On apporte du saint-joseph et de la rosette.
Marc: [marc] Voilà ma tête, pour que vous me reconnaissiez à la gare. Content, comme vous voyez.
Léa: Très reconnaissable. Et très content.
@ 18j 12:06
Léa et Hugo: Marc, merci pour tout. On sent encore le sel. On a parlé de toi jusqu'à Bordeaux.
Marc: La cabane est bien vide, depuis. Merci pour l'accueil que vous m'avez fait chez moi.
Hugo: C'est la plus belle phrase de l'été.

direct lea_hugo ines_m69
@ 21j 19:35
Inès: Bonsoir ! J'ai vu votre bibliothèque chez Antoine, enfin, ses photos. Je voulais savoir si
   vous accepteriez que je la dessine pour un article ?
Léa: Bonsoir Inès ! Oui, avec joie. Tu veux passer la voir ?
Inès: J'adorerais. Je fais peu de bruit et beaucoup de croquis.
Hugo: On fera peu de croquis et beaucoup de thé.
@ 17j 17:22
Inès: Merci pour hier. La lumière de votre salon est une personne à part entière.
Léa: Elle te remercie. Elle te trouve charmante.
Inès: [fenetre-salon] Et voilà le dessin. J'ai triché sur les rideaux. {Hugo ❤️}
Léa: Oh. On l'encadre ce soir.
@ 5j 18:14
Hugo: Il est encadré, il est au-dessus du fauteuil, tu es convoquée pour l'inauguration.
Inès: Avec discours ?
Hugo: Un discours très court et un gâteau très long.
Inès: Alors je viens.

direct lea_hugo jeanne_sofiane
@ 8j 21:04
Sofiane: Bonsoir, on est nouveaux ici, et un peu intimidés. Votre texte nous a plu : «des soirées
   qui prennent leur temps».
Jeanne: Il a mis vingt minutes à écrire ces deux lignes. C'est moi qui appuie sur Envoyer.
Léa: Bonsoir tous les deux ! Bienvenue. On a mis bien plus longtemps que vous, à l'époque.
Hugo: Trois jours. J'avais écrit «cordialement» à la fin.
Jeanne: Vous nous rassurez beaucoup.
@ 7j 20:25
Sofiane: On se demandait comment ça se passe, en général. On commence par quoi ?
Léa: Par un verre dans un endroit bruyant. On parle, on rit, et chacun rentre chez soi. Le reste,
   on verra, ou on ne verra pas, et c'est très bien aussi.
Jeanne: C'est exactement ce qu'on espérait entendre.
Léa et Hugo: Et si l'un de vous hésite, on ne fait rien. C'est notre seule règle.
Sofiane: Merci. Vraiment.
@ 2j 21:17
Jeanne: On descend à Lyon dans deux semaines pour un concert. Un endroit bruyant, ça tient toujours ?
Hugo: Ça tient. On connaît l'endroit le plus bruyant de la Croix-Rousse.

direct lea_hugo sel_et_poivre
@ 95j 10:15
Brigitte: Bonjour les jeunes ! Alain et moi serons à Lyon pour le salon du tarot. Oui, cela existe.
Hugo: Bonjour Brigitte ! On veut tout savoir du salon du tarot.
Alain: Il y a des gens qui trichent, c'est passionnant.
Léa: Vous avez un endroit où dormir ?
Brigitte: L'hôtel, mais nous acceptons les dîners.
@ 90j 23:31
Brigitte: Quelle soirée ! Alain dit qu'il n'avait pas ri comme cela depuis 1987.
Alain: 1986. Merci à vous, mes amis.
Léa et Hugo: Vous êtes notre avenir, on a décidé.
@ 14j 09:40
Alain: [voile-aube brigitte-alain] Départ à six heures ce matin. Le bateau sait le chemin, nous tenons le café.
Hugo: Vous êtes splendides. On vient en juin, c'est promis.
Brigitte: Il y a deux couchettes et un jeu de cartes. Venez sans montre.

direct lea_hugo camille_et_rose
@ 72j 22:08
Rose: Bonsoir Léa, bonsoir Hugo. On a hérité de votre recette de tarte aux figues par Clara. Elle a
   conquis tout l'étage.
Léa: Elle appartient au peuple, maintenant. Bonsoir Rose !
Camille: Question de spécialiste : du thym ou du romarin ?
Léa: Du thym. Le romarin prend toute la place, comme Hugo.
Hugo: Je lis par-dessus ton épaule.
@ 28j 20:50
Camille: [mer-lilas] La plage hier, à l'heure où tout le monde rentre. On pensait à vous. {Léa 😍}
Léa: Cette couleur n'existe pas. Vous l'avez inventée.
Rose: Elle existe tous les soirs de mai à octobre, chambre d'amis comprise.
Hugo: On note. On note très fort.

direct lea_hugo juliette_b
@ 140j 18:22
Juliette: Bonjour ! Je serai à Lyon pour un colloque, trois jours. Un café avec vous, si le cœur vous en dit ?
Léa: Le cœur nous en dit. Tu es vers où ?
Juliette: Près de Perrache, dans un hôtel qui a une seule fenêtre et beaucoup de moquette.
Hugo: On te sauve de la moquette jeudi à 18 h 30.
@ 136j 22:57
Juliette: Merci pour le sauvetage. Je rentre à Paris avec votre roman et une envie de revenir.
Léa: Garde le roman, garde l'envie.
@ 44j 12:43
Juliette: Roman fini. Pleuré dans le métro, ligne 12, dignement.
Hugo: Personne ne pleure dignement ligne 12.
Juliette: Moi si.

direct lea_hugo remi_du_vercors
@ 58j 17:35
Rémi: Salut Léa, salut Hugo. La source chaude dont je parlais : c'est à deux heures de marche, il
   faut y être au coucher du soleil.
Hugo: Tu nous dis où ?
Rémi: Non. Je vous y emmène.
Léa: C'est encore mieux.
@ 36j 21:20
Rémi: [vercors] Repérage hier. Le sentier est sec, la lumière était comme ça.
Léa: On prépare les sacs. Combien de couches ?
Rémi: Trois pour monter, aucune importance ensuite, il fait chaud dans l'eau.
Hugo: Voilà une consigne claire.
@ 20j 11:02
Léa: Nos jambes se souviennent de toi. Merci, c'était irréel.
Rémi: Revenez en hiver. Avec la neige autour, on n'entend plus rien du tout.

direct lea_hugo celeste_06
unread lea_hugo 2
@ -96min
Céleste: Bonjour Léa, bonjour Hugo. Je suis nouvelle, je lis plus que je n'écris, mais votre
   description m'a donné envie d'essayer.
Céleste: Je viens à Lyon une semaine en fin de mois. Si un café vous tente, sans rien attendre de
   plus, j'en serais ravie.

direct antoine_69 ines_m69
unread antoine_69 2
@ 35j 18:11
Inès: Bonjour Antoine. Je cherche un menuisier qui n'a pas peur des escaliers tordus.
Antoine: Je n'ai peur que des escaliers droits.
Inès: Rue Burdeau, quatrième étage, pas un angle juste.
Antoine: Le paradis. Je passe jeudi.
@ 33j 20:17
Inès: Merci d'être venu. Tu as regardé la rampe comme on regarde un tableau.
Antoine: C'est du châtaignier, elle a deux cents ans, elle le mérite.
@ 10j 17:58
Antoine: Les marches sont prêtes. Je pose lundi, si tu fais du café.
Inès: Je fais du café et du vermouth.
Antoine: Dans cet ordre, alors.
@ -48min
Inès: Tout le monde veut ton numéro depuis que l'escalier est fini.
Inès: Je le donne, ou je te garde pour moi encore un peu ?

direct antoine_69 clara_et_tom
@ 75j 19:25
Clara: Bonsoir Antoine, c'est Clara. On t'a vu jouer jeudi, au fond du café, presque caché.
Antoine: C'est la meilleure place pour jouer mal en paix.
Tom: On n'a pas entendu une fausse note, et pourtant je suis méchant.
Clara: Il n'est pas méchant, il est bassiste.
@ 50j 21:08
Tom: Répétition dimanche chez nous : toi, moi, la terrasse, et deux voisines qui applaudissent.
Antoine: J'apporte la guitare et ma timidité.
Tom: Laisse la seconde à la maison.
@ 11j 22:49
Antoine: Merci pour ce soir. Votre table est le seul endroit où je parle autant.
Clara: C'est toi qui remplis les silences joliment. À samedi ?
Antoine: À samedi.
@ 1j 19:34
Tom: [table-verte] On a mis ton couvert. Tu arrives quand ?
Antoine: Je ferme l'atelier, dix minutes.

direct antoine_69 samuel_w
@ 29j 20:39
Samuel: Bonsoir Antoine. Rémi m'a parlé de vos marches de trois jours. Je cherche un compagnon de cordée pour septembre.
Antoine: Bonsoir Samuel. Je marche lentement et je m'arrête devant chaque arbre.
Samuel: Médecin, je m'arrête devant chaque genou. On devrait s'entendre.
@ 13j 12:55
Samuel: J'ai réservé le refuge : deux places, dortoir, soupe à 19 h.
Antoine: Parfait. J'apporte le saucisson et les cartes.
Samuel: Et moi les bouchons d'oreilles, par expérience.
@ 6j 21:02
Antoine: [foret-brume] Entraînement hier. On ne voyait pas à dix mètres, c'était superbe.
Samuel: On dirait le début d'un conte. J'ai hâte.

direct nora_lyon clara_et_tom
unread nora_lyon 1
@ 57j 18:48
Clara: Nora ! Léa nous a donné ton contact, enfin, elle nous a chanté tes louanges. On prépare un dîner, tu viendrais ?
Nora: Bonsoir Clara. Si les louanges sont en vers, je viens.
Tom: En alexandrins, avec un rappel.
Nora: Alors c'est oui.
@ 34j 23:44
Nora: Je suis rentrée à pied, exprès, pour garder la soirée plus longtemps.
Clara: C'est la plus jolie chose qu'on nous ait dite cette année.
Tom: Ta salade d'oranges est entrée dans la légende.
@ 10j 20:11
Clara: [table-bougies] Répétition générale pour le 12. Il manque toi et les oranges. {Nora ❤️}
Nora: J'arrive avec les deux.
@ -150min
Clara: Une question pour samedi : tu préfères être à côté de Léa ou en face d'Antoine ?

direct nora_lyon alma_gabriel
@ 49j 17:20
Alma: Bonjour Nora, on monte une pièce dont tu as traduit le texte ! Le monde est minuscule.
Nora: Lequel ? Dis-moi que c'est celui de la gare.
Gabriel: Celui de la gare. Je joue le chef de quai, deux répliques et un sifflet.
Nora: Les deux meilleures répliques. J'ai mis une semaine sur la seconde.
@ 25j 23:03
Alma: Première passée. On a pleuré dans les loges. Ta phrase sur les valises, la salle a retenu son souffle.
Nora: Vous me faites pleurer à mon tour. Bravo à vous deux.
Gabriel: Viens le mois prochain, on te garde deux places et le canapé.
@ 16j 19:29
Nora: Billet pris, j'arrive le vendredi. Je dors volontiers sur le canapé.
Alma: Il est bleu, il est profond, il t'attend.

direct nora_lyon helene_v
@ 88j 11:36
Hélène: Bonjour Nora. J'ai lu votre traduction cet hiver, d'une traite. Je voulais vous en remercier.
Nora: Bonjour Hélène. Merci à vous, ces mots me touchent. Vous êtes violoncelliste, je crois ?
Hélène: Oui. Votre phrase a un phrasé d'archet, c'est peut-être pour cela.
Nora: C'est le plus beau compliment que j'aie reçu.
@ 53j 16:24
Hélène: Je joue à Lyon en octobre. Accepteriez-vous une invitation ?
Nora: J'accepte, et je vous emmène dîner ensuite. Au bord de la Saône, c'est calme.
@ 19j 22:15
Hélène: Cette soirée m'accompagne encore. Merci pour la promenade sur les quais.
Nora: [quais-nuit] La voici, prise en rentrant. Vous étiez là, juste à gauche, hors du cadre.

direct nora_lyon yasmine34
unread nora_lyon 2
@ 26j 13:14
Yasmine: Coucou Nora ! On s'est parlé trois minutes au bal, tu m'as promis la recette des oranges à la cannelle.
Nora: Trois minutes et une promesse, je m'en souviens. Il te faut de la fleur d'oranger et de la patience.
Yasmine: J'ai la première. La seconde, je suis pâtissière, donc aussi.
@ 24j 20:31
Yasmine: Faites, goûtées, disparues. Je les mets à la carte et je leur donne ton prénom.
Nora: Une coupe Nora ? Ma mère ne va pas s'en remettre.
@ 4j 18:52
Nora: Je descends à Montpellier dans dix jours. Tu me montres la boutique ?
Yasmine: Je ferme à 19 h et je te montre aussi la mer.
@ -17min
Yasmine: J'ai une idée folle : et si tu restais jusqu'au dimanche ?
Yasmine: Il y a une chambre, un chat, et des croissants ratés à volonté.
`
