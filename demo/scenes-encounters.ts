/** Scenes of encounters, evenings and small talk, in the syntax of `scenes-events.ts`. */
export const ENCOUNTER_SCENES = `
# rencontre soir nuit x2
A: Vous vous souvenez de notre premier message ?
   | Je relis le début de notre conversation, quelle timidité. | Un an bientôt qu'on se connaît.
B: On avait mis deux heures à écrire quatre lignes.
   | {b} disait : ne mets pas trop de points d'exclamation.
   | Et le premier verre ! On avait les mains moites.
a: Moi j'avais repassé ma plus belle chemise et mis des chaussettes dépareillées.
   | {A} avait répété ses phrases dans l'ascenseur.
   | On s'était dit : une heure. On est restés jusqu'à la fermeture.
b: Les chaussettes, on les avait vues. | Quelle bonne idée on a eue ce soir-là.
   | Jusqu'à ce qu'ils retournent les chaises.
A*: On recommencerait tout, chaussettes comprises. | La meilleure de l'année. | À nous quatre.

# groupe apres soir
A: On prépare une petite soirée {jour}, huit personnes, rien de guindé. Vous en seriez ?
   | Soirée tranquille chez nous {jour} : on aimerait vous présenter des amis.
B: Qui vient ? | Volontiers, si on peut rester un peu en retrait au début. | Dis-nous tout.
A: Des gens doux. Vous connaissez déjà la moitié. | Nora, peut-être, et les voisins du sixième.
   | Personne qui parle fort.
b: Alors oui. On vient en curieux. | Nora, quelle joie. | C'est notre genre de soirée.
A: Chacun vient et repart comme il veut, c'est la seule règle. | On vous met près du feu. | Merci de votre confiance.
B: C'est pour ça qu'on vous aime. | À {jour} alors. | On apporte {vin}.

# limites soir nuit x4
A: On peut parler franchement d'hier ? | Juste pour être sûrs : tout allait bien pour vous hier soir ?
B: Oui, très bien. Merci de poser la question. | Bien sûr. Pour nous, c'était juste et léger.
   | Un peu intimidés au début, puis très bien.
A: Tant mieux. On préfère demander mille fois. | On avançait sur la pointe des pieds.
   | Dites-le toujours, si quelque chose vous gêne.
b: C'est réciproque : un mot, et on s'arrête. | Votre délicatesse nous plaît beaucoup. | On se le dit, c'est promis.
A*: C'est tout ce qu'on voulait entendre. | Alors on dort tranquilles. | Merci.

# sauna apres automne hiver
A: Le sauna du lac a rouvert. Jeudi, il n'y a presque personne.
   | Envie de chaleur, de silence et de thé à la menthe. Vous venez ?
B: Nos os disent oui. | Jeudi, on peut. | Avec le bain froid après ? Vous êtes sûrs ?
A: On réserve deux heures ? | Il y a la petite terrasse pour souffler.
   | Le bain froid est facultatif. {a} dit le contraire.
b: Deux heures, et un dîner après. | Je prends les peignoirs. | Je crierai, je vous préviens.
A: Le dîner, j'y pensais déjà. | C'est réservé. | Crie, personne ne te connaît.

# danse soir x1
A: {a} veut apprendre le tango. Il nous faut un autre couple aussi maladroit.
   | Cours de danse le mardi, premier essai gratuit. On rit d'avance.
B: Nous sommes exactement ces maladroits.
   | {b} danse déjà dans la cuisine, ça compte comme expérience ?
   | Il faut des chaussures spéciales ?
A: Des semelles qui glissent et aucun orgueil.
   | On changera de partenaire toutes les trois danses, c'est la règle du cours.
   | Mardi, 20 h, salle du fond.
b: Aucun orgueil, on l'a. | J'ai hâte de marcher sur les pieds de {A}. | On vient.
A: Ça promet. | Mes pieds sont assurés. | À mardi.

# tango_apres nuit x3
B: Alors, ces pieds ? | On a encore la musique dans les hanches. | {b} refait les pas dans le couloir.
A: Vivants. {b} a le sens du rythme, c'était une surprise.
   | Le professeur a dit «prometteur». On encadre. | {a} veut déjà s'inscrire pour l'année.
b: C'est {A} qui guide bien. | Prometteur ! J'appelle ma mère. | On s'inscrit aussi, alors.
A: À mardi prochain. | Ne rougis pas, c'est vrai. | Quatre inscriptions, donc.

# exposition midi apres x5
A: L'exposition se termine dimanche, on y va ensemble ? | Il y a une nocturne au musée {jour}, c'est presque vide.
B: Celle des photographies ? Oui ! | La nocturne, oui ! | {b} voulait justement y aller.
A: Celle-là. On se perd et on se retrouve à la fin. | Rendez-vous sous l'horloge, {heure}.
   | Les grands bleus, surtout. Il faut s'asseoir devant.
b: Se perdre, on sait faire. | Et un verre après, {lieu}. | Je resterai devant les bleus, venez m'y chercher.
A: Adjugé. | Évidemment, un verre après. | On viendra te chercher.

# velo matin printemps ete
A: On file à vélo vers {balade_v}. Vous suivez ? | Beau temps, pneus gonflés. Qui nous aime nous suive.
B: Le mien est crevé depuis mars. | On vous rattrape, vingt minutes. | {b} a peur des descentes, mais oui.
A: On en a un autre, un peu rouillé, très fidèle. | On roule lentement, on parle beaucoup.
   | On s'arrête à la guinguette.
b: Le rouillé est pour moi. | Je freine, mais j'arrive. | La guinguette ! Il fallait commencer par là.

# demenagement midi x2
A: On change le canapé de place, on a besoin de bras et d'avis.
   | Une armoire à monter, trois étages, une pizza. Volontaires ?
B: J'ai un diable et {b} a des opinions. | Présents. Surtout pour la pizza.
A: Les opinions sont les bienvenues. | Pizza et {vin}, on ne lésine pas.
b: Contre le mur du fond, le canapé. Je le dis depuis un an. | On arrive avec des gants.
A: Le mur du fond. On s'incline. | Vous nous sauvez le dos.

# chat apres nuit
A: Le chat a dormi sur le pull de {b}. Il l'a adopté. | Le chat vous cherche depuis votre départ.
b: Je suis flatté{e}. Qu'il le garde. | Dis-lui que je reviens. | C'est réciproque.
A: Il ronronne en lisant ton message. | Il exige une date. | Il fait semblant de ne pas écouter.
B: On l'embrasse entre les oreilles. | {jour_m}, dites-lui. | Bientôt, bientôt.

# vin soir
A: On a ouvert {vin}. Il manque quatre mains autour. | {vin_m}, ouvert il y a une heure, et nous voilà philosophes.
B: On a des mains disponibles. | Philosophes, vous ? À quelle page ? | Gardez-en le fond.
A: Il en reste la moitié, c'est une invitation. | Page deux : tout est lié. Surtout au fromage.
   | Le fond ne tiendra pas, venez demain.
b: On saute dans nos chaussures ? | On retient la page deux. | Demain, alors.
A: Sautez ! | La porte est toujours ouverte. | Demain, on en ouvrira une autre.

# telephone apres x3
A: Mon téléphone a passé la nuit dans le jardin. Il marche. | J'ai perdu le message avec l'adresse, tu me la redonnes ?
B: Robuste, comme son propriétaire. | Place Sathonay, puis la deuxième à gauche.
A: Rosée du matin, éclat du teint. | Deuxième à gauche, porte verte. C'est ça ?
B: Tu me fais rire. | C'est ça.

# question nuit
A: Question de minuit : votre plus beau souvenir de l'année ?
   | {a} demande : si vous pouviez revivre une journée, laquelle ?
   | Jeu : un mot pour décrire ce mois-ci.
B: La terrasse, en juin, quand la lumière s'est éteinte. | La journée à la rivière. Sans réfléchir. | Doux.
b: Moi, le train de nuit. On n'avait pas fermé l'œil.
   | Celle où l'on s'est perdus et où l'on a trouvé le lac. | Tendre. C'est le même en plus long.
A: La terrasse… oui. | On garde tout ça. | Belle réponse. Bonne nuit.
B: Et vous ? | À votre tour. | Pas si vite, et le vôtre ?
a: Le premier soir. | Chaque fois que vous sonnez à la porte. | Le nôtre ? Encore.

# merci_court matin midi apres soir
A: Je passais juste vous dire que je pense à vous. | Rien de spécial, une pensée. | Vous me manquez un peu, c'est dit.
B: Ça tombe bien, on parlait de vous. | Quelle jolie façon de commencer la journée. | C'est partagé.
A: Bises à vous deux. | À très vite. | Bon courage pour la suite.

# bonne_nuit nuit
A: On éteint. Bonne nuit vous deux. | Les yeux se ferment. À demain. | Dernier message du jour : dormez bien.
B: Bonne nuit, beaux rêves. | On vous suit. Douce nuit. | À demain, on vous embrasse.

# ok midi apres
A: Bien reçu pour {jour}. | {jour_m}, {heure}, c'est noté. | Toujours bon pour {jour} ?
B: Toujours bon. | Oui ! | Plus que jamais.
A: Parfait. | À {jour} alors. | On se réjouit.

# cadeau apres x3
A: Un paquet est arrivé chez nous, à votre nom, avec un ruban. | Qui a glissé {livre} dans notre boîte ?
B: Ouvre, c'est pour vous. | Aucune idée, vraiment… | {b} rougit, je crois que tu tiens le coupable.
A: Oh… Il ne fallait pas. C'est magnifique. | Un coupable de bon goût. | {a} est sans voix, ce qui n'arrive jamais.
b: On l'a vu et on a pensé à vous, c'est tout. | Pas de raison, juste une envie. | Profitez-en bien.

# covoiturage midi x4
A: On passe par chez vous {jour}, on vous prend en voiture ? | Il nous reste deux places pour {ville}, ça vous arrange ?
B: Avec joie. {heure} ? | On partage l'essence et les sandwichs. | Oh oui, le train est hors de prix.
A: {heure} en bas. | Les sandwichs suffiront. | {a} choisit la musique, c'est non négociable.
b: Je prends le siège du milieu et les commentaires. | On sera prêts, pour une fois. | Je prépare le thermos.

# cuisine_ratee soir x4
A: J'ai brûlé {leplat}. Complètement. | Catastrophe en cuisine, {leplat} n'est plus.
B: Paix à son âme. | Pizza ? | On a connu pire : tu te souviens du soufflé ?
A: {a} rit tellement qu'on n'entend plus l'alarme. | Pizza, oui, et fenêtre ouverte.
   | Le soufflé, on avait dit qu'on n'en parlait plus.
b: On arrive avec du fromage et de la compassion. | J'ai {dessert} au frigo, je l'apporte.
   | On n'en parle plus. Jusqu'au dessert.
A: Vous êtes l'équipe de secours. | Venez, ça sent le feu de camp. | On met les bougies, on dira que c'est voulu.

# etoiles nuit ete x4
A: Il y a des étoiles filantes ce soir, montez sur les toits. | On est allongés dans l'herbe, {a} compte tout haut.
B: On monte, deux secondes. | Combien ? | On en a vu une ! Longue, verte.
A: Faites un vœu et ne le dites pas. | Onze. Douze ! | La même, je parie.
b: Mon vœu vous concerne un peu. | C'est si calme. | Je ne dis rien, mais je souris.
A*: Le nôtre aussi. | On est sous le même ciel, c'est déjà beaucoup. | Bonne nuit, là-haut.

# projet apres soir x2
A: On pense louer une maison l'été prochain, grande, avec un figuier. Vous partageriez une semaine ?
   | Idée : une maison à {ville}, une semaine, chacun cuisine un jour.
B: Une semaine entière avec vous ? On signe. | Combien de chambres ? | {b} veut savoir s'il y a un hamac.
A: On peut inviter encore un couple, ou pas. | Quatre chambres et deux hamacs.
b: Rien que nous quatre la première fois ? | Je cuisine le jeudi.
A: Rien que nous quatre. | Le jeudi est à toi.
B: Réservez. | On envoie notre part ce soir. | Allez, soyons fous.

# sport matin x3
A: {a} prépare un semi-marathon. Je tiendrai la banderole. | Piscine à sept heures, ligne 4, si vous passez.
B: On criera plus fort que tout le monde. | Sept heures du matin, tu es sérieux ?
A: La banderole est déjà peinte. | C'est l'heure où l'eau est bleue.
b: Bon courage à {a} ! | J'irai samedi, plus tard.

# bricolage apres x3
B: {A}, tu saurais réparer une lampe ? | La lampe du salon est morte, la petite, celle que tu aimes.
A: Apporte-la {jour}, on regarde. | Pas la petite lampe ! J'arrive avec mes outils.
B: Tu es précieu{Axse}. On te paie en {dessert_n}. | Elle t'attend sur la table.
A: Tarif accepté. | Elle remarchera, je te le promets.

# courses apres soir
A: Je passe à l'épicerie, vous voulez quelque chose ? | Il me manque du lait et une idée pour ce soir.
B: Des œufs et du courage. | Pour l'idée : {plat}. Pour le lait, je ne sais pas. | Rien, merci. Enfin si, des olives.
A: Œufs pris, courage en rupture. | Idée retenue. | Noires ou vertes ?
B: On fera sans. | Tu m'en diras des nouvelles. | Les vertes, celles au citron.

# ciel soir
A: Regardez le ciel. | Vous avez vu cette lumière ? | Il se passe quelque chose au-dessus des toits.
B: On est à la fenêtre. | Incroyable, on dirait de la pêche. | {b} est déjà dehors avec l'appareil.
A: Ça ne dure jamais assez longtemps. | Le même ciel pour nous quatre, c'est bien.
   | On a arrêté de cuisiner pour regarder.
b: Je garde celle-là pour l'hiver. | Chut. | On vous embrasse depuis notre bout de rose.

# reveil matin
A: Qui est debout ? | Il est trop tôt pour être raisonnable. | Premier café. À la vôtre.
B: Nous, contre notre gré. | Moi. {b} fait semblant de dormir. | Deuxième, on vous bat.
b: Bonjour quand même. | J'entends tout. | Troisième, je double la mise.
A: Belle journée à vous, on se voit {jour}. | Bonjour {b} ! | C'est l'heure la plus douce.

# midi midi
A: Pause déjeuner sur un banc. {lieu_m}, si vous passez. | Vous mangez quoi ? Ici, sandwich et regrets.
B: Trop loin aujourd'hui, garde-moi une place pour demain. | Les restes d'hier, encore meilleurs.
   | Salade, au soleil, on ne se plaint pas.
A: La place est gardée. | Voilà qui est cruel. | Vous avez raison.

# attente apres
A: Toujours d'accord pour {jour} ? J'y pense depuis ce matin. | Plus que deux jours. Je compte, je n'ai pas honte.
B: Nous aussi. {b} a déjà choisi la nappe. | Plus que d'accord. | On a acheté des bougies, c'est dire.
A: {a} a ressorti la chemise des grands jours. | J'apporte de la musique, alors. | Des bougies ! On est attendus.
b: La nappe jaune, évidemment. | Vivement. | Ne changez rien, venez comme vous êtes.

# trajet soir
A: On est en bas. | Vous êtes là ? On sonne, personne. | On arrive, le bus a fait le tour de la ville.
B: Ça ouvre ! | La sonnette est capricieuse, poussez fort. | On vous ouvre de là-haut.
A: C'est bon. | Troisième, c'est ça ? | On monte avec le dessert, doucement.

# petit_mot nuit
B: {A} a de la chance de t'avoir, {a}. Et l'inverse.
   | On vient de reparler de votre voyage en riant.
   | Tu as dit quelque chose de très juste, {A}, l'autre soir.
a: Ne le lui dis pas, il y aura des conséquences. | Ah, le coup de la valise… | Quoi donc ?
B: Je le dirai quand même. | La valise, oui. | Que le plaisir, c'est d'abord d'être attendu.
A: J'ai tout lu. | Je m'en souviens. Merci de t'en souvenir aussi. | J'ai dit ça, moi ? C'était {vin}.

# nouvelles_amis apres
A: Vous avez des nouvelles d'Eva et Victor ? | On a croisé Nora au marché, elle vous embrasse.
   | Antoine monte une bibliothèque chez nous, il chante en travaillant.
B: Oui, ils passent à Lyon {jour}. | Quelle joie. Elle va bien ? | Dis-lui bonjour de notre part.
A: Alors on fait une grande tablée. | Très bien, elle danse toujours le dimanche. | C'est fait, il rougit.
b: Une grande tablée, oui ! | Il faut qu'on l'invite. | On le savait musicien, pas ténor.

# conseil apres
A: Je peux vous demander un conseil ? | J'hésite entre deux couleurs pour le salon. Aide.
   | {a} a une décision à prendre, et moi je suis de trop mauvais conseil.
B: Toujours. | Montre. | On t'écoute, au propre comme au figuré.
A: Écrire la lettre, ou laisser passer ? | Prune ou vert sauge ? | Partir trois jours ou rester tranquilles ?
b: Écris-la, et attends le lendemain pour l'envoyer. | Sauge. Prune pour le coin lecture. | Partir, toujours.
A: Noté, avec gratitude. | Je crois que j'attendais exactement cette réponse. | Vous êtes sages.
`
