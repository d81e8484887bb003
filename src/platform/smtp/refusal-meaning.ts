/** `us`: about the sender, its reputation, rate, or rights. `full`: the mailbox has no space. `unknown`: no such recipient. */
export type RefusalMeaning = 'us' | 'full' | 'unknown';

/** Links explain a reply to people, and their words (`/policy`) say nothing; except for those of blocklists. */
const LINK = /https?:\/\/\S+/gi;
const BLOCKLIST =
  /\b(?:spamhaus|spamcop|barracuda\w*|sorbs|uceprotect\w*|mailspike|invaluement|senderbase|senderscore|spamrats|abusix|abuseat|truncate|s25r)\b|\b(?:dns|r|u|s)?(?:rbl|dnsbl|urib[l])s?\b|(?:black|block|deny)[- ]?list|unblock|delist/i;

/** Names the recipient although it has words of policies: Exchange's edge, for addresses that do not exist. */
const UNKNOWN_AT_EDGE = /\b5\.4\.1\b[^.;]{0,20}\brecipient address rejected: access denied/i;
export const GREYLISTED = /\bgr[ea]y-?list/i;

const SENDER = String.raw`(?:(?<!to )(?<!to the )(?:sender|sending)|envelope[- ]?from|return[- ]path|mail from|from address|from header|from domain)`;
const US = any(
  BLOCKLIST.source,
  // The sender and its domain.
  String.raw`\b${SENDER}\b(?! to\b)[^.;]{0,60}?\b(?:reject\w*|refus\w*|denied|deny|block\w*|ban(?:ned)?|invalid|unknown|not|no|cannot|can't|could|failed|fail\w*|does|doesn't|unauth\w*|disallowed|exceed\w*|limit\w*|restrict\w*|verif\w*|address|domain|ip|mail of domain)\b`,
  String.raw`\b(?:invalid|bad|unknown|blocked|banned|forged|spoof\w*|unverified|unauthori[sz]ed|illegal|fake)\b[^.;]{0,20}?\b(?:sender|from (?:address|domain|header)|return[- ]path)\b`,
  String.raw`\b(?:you|your (?:ip|host|server|domain|network|address))\b[^.;]{0,60}?\b(?:not (?:allowed|permitted|authori[sz]ed|accepted|welcome)|blocked|banned|rejected|listed|denied|refused|prohibited|reputation)\b`,
  String.raw`\bnot (?:allowed|permitted|authori[sz]ed|entitled) to (?:send|relay|use|deliver|submit)\b|\bnot (?:allowed|permitted|authori[sz]ed) (?:here|from)\b|\b(?:invalid|bad|wrong|unknown|dynamic|residential) (?:ip|client|host ?name)\b|\bthat domain is not allowed\b`,
  // Rates.
  String.raw`\b(?:too (?:many|much|fast|frequent\w*)|throttl\w*|slow(?:ing)? down|rate|ratelimit\w*|flood\w*)\b|\b(?:sending|message|messages|daily|hourly|outbound|recipients?|connections?|volume|sender|smtp) (?:rate |user |message |sending |relay |e?mail )*(?:limit|quota)\b|\b(?:limit|quota)s?\b[^.;]{0,80}?\b(?:per|this|an|each|last) (?:second|minute|hour|day)\b|\b(?:maximum|max) (?:number of )?(?:connections|messages|recipients|sending)\b`,
  // Content and policies.
  String.raw`\b(?:spam\w*|unsolicited|bulk (?:e-?)?mail|junk|phish\w*|virus\w*|malware|suspicious|abus\w*|reputation|polic(?:y|ies)|prohibited|banned)\b|\bblock(?:ed|ing)\b(?! (?:by (?:the )?(?:user|recipient)))`,
  // Authentication and names of hosts.
  String.raw`\b(?:spf|dkim|dmarc|arc seal|domainkeys|ptr|rdns|reverse[- ]?(?:dns|lookup|mapping|name)?|helo|ehlo|fcrdns)\b|\b(?:un)?authenticat\w*|\bclient host\b|\bcannot find your (?:reverse )?host ?name\b|\b(?:ip|host)\b[^.;]{0,40}?\bname\b[^.;]{0,20}?\b(?:match|resolve|lookup)\b`,
  // Content.
  String.raw`\b(?:content|message|mail|e-?mail)\b[^.;]{0,30}?\b(?:denied|blocked|rejected (?:by|as|due|because|for))\b|\bcontent (?:rejected|refused)\b`,
  // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Turkish.
  String.raw`\babsender\w*|\bsperrliste\b|\bgesperrte? ip|\bzu viele (?:nachrichten|e-?mails|verbindungen|empf)|\brichtlinie\w*|\bexp[ée]diteur\w*|\bliste (?:noire|de blocage)\b|\btrop de (?:messages|connexions|destinataires|mails)|\bremitente\w*|\blista (?:negra|nera)\b|\bdemasiad[oa]s (?:mensajes|conexiones|destinatarios)|\bmittente\w*|\btroppi (?:messaggi|destinatari)|\bremetente\w*|\blista negra\b|\bmuitas (?:mensagens|conex)|\bafzender\w*|\bzwarte lijst\b|\bte veel (?:berichten|verbindingen)|\bnadawc\w*|\bczarn(?:a|ej) li[śs]\w+|\bzbyt wiele\b|\bodes[íi]latel\w*|\b[čc]ern\w+ listin\w+|\bp[řr][íi]li[šs] mnoho\b|\bg[öo]nderen\w*|\bkara liste\w*|\b[çc]ok fazla\b|\bspamu?\b`,
  '送信(?:者|元)|差出人|発信元|拒否リスト|迷惑メール|受信を拒否|发件人|发信人|发送(?:频率|方)|黑名单|垃圾邮件|频率|отправител|ч[её]рн\\S* списк|слишком (?:много|часто)|спам|превышен\\S* (?:лимит|частот)',
  // Rights.
  String.raw`\brelay(?:ing)?\b[^.;=]{0,40}?\b(?:denied|not|prohibit\w*|disallow\w*|refus\w*|reject\w*|forbidden|restrict\w*)|\b(?:unable|not|no|cannot|deny|open|insecure)\b[^.;]{0,20}?\brelay\w*|\baccess (?:is |was )?denied\b|\bpermission denied\b|\b(?:not|un)[- ]?verified\b|\bnot authori[sz]ed\b|\bunauthori[sz]ed\b`,
);

const MAILBOX = String.raw`(?:mail ?box|inbox|mailbo[xî]te|account|mailfolder|mail ?drop|folder)`;
const FULL = any(
  String.raw`\b${MAILBOX}\b[^.;]{0,40}?\b(?:full|over(?: its| the)? ?(?:quota|limit|size)|exceed\w*|quota|no space|out of (?:disk |storage )?space|too (?:big|large|full)|size limit)\b|\b(?:user|recipient)\b[^.;]{0,30}?\b(?:is full|over ?quota|quota|out of (?:disk |storage )?space)\b`,
  String.raw`\b(?:over|exceed\w*|above|reached|out of)\b[^.;]{0,30}?\b(?:quota|(?:disk |mailbox |storage |mail )?(?:storage|space|allocation|capacity))\b|\bfull (?:mail ?box|inbox)\b|\bquota (?:is )?(?:exceed\w*|full|violat\w*|reached|limit\w*|error)\b|\boverquota\b|\bdisk quota\b`,
  String.raw`\b(?:not enough|insufficient|no)\b(?! system)[^.;]{0,20}?\b(?:disk |mailbox |free )?(?:space|storage)\b|\bstorage (?:allocation|limit|quota)\b|\bquota\b`,
  // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish.
  String.raw`\bpostfach\b[^.;]{0,40}?\b(?:voll|überfüllt|erschöpft)|\bspeicherplatz\b|\bbo[iî]te\b[^.;]{0,40}?\bpleine|\bbuz[oó]n\b[^.;]{0,30}?\blleno|\bcuota\b|\bcasella\b[^.;]{0,30}?\bpiena|\bcaixa\b[^;]{0,40}?\b(?:cheia|lotada)|\bcota\b|\b(?:mailbox|postvak|inbox)\b[^;]{0,40}?\b(?:zit )?vol\b|\bschr[áa]nka\b[^;]{0,40}?\bpln[áa]|\bpoczt\w+\b[^;]{0,40}?\bpe[łl]na|\bkutusu\b[^;]{0,40}?\bdolu|\blleno\b|\bpostvak\b[^.;]{0,30}?\bvol\b|\bskrzynka\b[^.;]{0,30}?\b(?:pełna|przepełniona)|\bkota\b`,
  '容量|已满|已滿|空间不足|満杯|一杯|переполнен|недостаточно места|квот',
);

const PERSON = String.raw`(?:user(?:name)?s?|user ?id|addressee|recipients?|mail ?box(?:es)?|accounts?|address(?:es|ee)?|person|alias|customer|subscriber|destination|mail ?drop|local[- ]part|id|email)`;
const UNKNOWN = any(
  String.raw`\b${PERSON}\b[^.;]{0,60}?\b(?:unknown|not (?:be )?(?:found|known|exist\w*|listed|valid|recogni[sz]ed|registered|active any ?more|our customer|present|available here|here|local)|(?:does ?n[o']t|do(?:es)? not|did not|doesnt|don't) exist|invalid|undeliverable|non-?existent|no longer (?:\w+ ){0,3}?(?:exists?|valid|active|available|in use|used|here|works?|accepts?|on (?:this|our) (?:server|system))|has (?:been )?(?:disabled|deactivated|deleted|removed|closed|terminated|cancell?ed|expired)|(?:is |was |: ?)?(?:currently )?(?:inactive|disabled|deactivated|deleted|terminated|discontinued|closed)|has left|unrecogni[sz]ed|misspelled)\b`,
  String.raw`\b(?:no such|unknown|invalid|non-?existent|unrouteable|unroutable|bad destination|incorrect|disabled|deactivated|deleted|unrecogni[sz]ed|nonexisting|mistyped|undeliverable)\b[^.;]{0,30}?\b${PERSON}\b|\bno such (?:\w+ ){1,3}?(?:here|exists?)\b|\b(?:anybody|anyone|nobody) by (?:that|this) name\b|\bno (?:mail ?box|account|user|recipient|one|person)\b[^.;]{0,40}?\b(?:here|by that name|exists?|found|for|with|called)\b|\bno mailbox\b|\b(?:does ?n[o']t|does not|do not|don't) (?:have an?|know|recogni[sz]e)\b[^;]{0,40}?\b(?:account|user|mailbox|recipient|address|person)\b|\bnot a (?:valid|known|local)\b[^.;]{0,20}?\b(?:user|recipient|mailbox|address|account)\b`,
  String.raw`\bnot (?:listed )?in (?:the |our |\w+ )?(?:\w+ )?(?:directory|address ?book)\b|\bcould not be found\b|\bmoved\b[^.;]{0,40}?\bno forwarding\b|\bno valid recipients?\b|\brecipnotfound\b|\brecipientnotfound\b|\bnot our customer\b`,
  // French, German, Spanish, Italian, Portuguese, Dutch, Polish.
  String.raw`\b(?:destinataire|utilisateur|adresse|compte)\b[^.;]{0,40}?\b(?:inconnue?|invalide|inexistante?|introuvable|n'existe pas|d[ée]sactiv[ée]e?)|\b(?:empf(?:ä|ae|a)nger|benutzer|adresse|postfach|konto|teilnehmer)\b[^;]{0,60}?\b(?:unbekannt|existiert (?:hier )?nicht|gibt es[^;]{0,30}? nicht|nicht (?:\(?mehr\)? )?(?:gefunden|vorhanden|bekannt|g[üu]ltig|verf[üu]gbar)|ung[üu]ltig|gesperrt|deaktiviert|gel[öo]scht)|\bunbekannte[rs]? (?:empf(?:ä|ae|a)nger|benutzer|adresse)|\bkein (?:postfach|benutzer|empf[äa]nger)`,
  String.raw`\b(?:usuario|destinatario|cuenta|direcci[óo]n|buz[óo]n)\b[^.;]{0,40}?\b(?:desconocid[oa]|no existe|inexistente|inv[áa]lid[oa]|no encontrad[oa]|deshabilitad[oa])|\b(?:utente|destinatario|indirizzo|casella|account)\b[^.;]{0,40}?\b(?:sconosciut[oa]|inesistente|non (?:esiste|trovat[oa]|valid[oa])|disattivat[oa]|disabilitat[oa])|\b(?:usu[áa]rio|destinat[áa]rio|endere[çc]o|conta)\b[^.;]{0,40}?\b(?:desconhecid[oa]|inexistente|n[ãa]o existe|inv[áa]lid[oa]|desativad[oa])|\b(?:onbekende (?:gebruiker|ontvanger)|(?:gebruiker|ontvanger|adres)\b[^.;]{0,30}?\b(?:onbekend|bestaat niet))|\b(?:u[żz]ytkownik|odbiorca|adres|konto|skrzynka)\b[^;]{0,40}?\b(?:nieznan\w+|nie istnieje|usuni[ęe]t\w+|zablokowan\w+)|\b(?:nieznan\w+) (?:u[żz]ytkownik|odbiorca|adres)|\b(?:u[žz]ivatel|p[řr][íi]jemce|adresa|schr[áa]nka)\b[^;]{0,40}?\b(?:nezn[áa]m\w+|neexistuje)|\b(?:kullan[ıi]c[ıi]|al[ıi]c[ıi]|adres|hesap)\b[^;]{0,40}?\b(?:bulunamad[ıi]|bilinmiyor|yok|ge[çc]ersiz|mevcut de[ğg]il)`,
  '(?:宛先|ユーザ|アドレス|メールボックス)[^.;]{0,20}?(?:不明|見つかりません|存在しません)|(?:用户|收件人|邮箱|帐号|账号|地址)[^.;]{0,20}?(?:不存在|无效|未找到|禁用|停用)|(?:пользовател\\S*|получател\\S*|ящик\\S*|адрес\\S*)[^.;]{0,40}?(?:не найден|не существует|неизвест\\S*|отключ\\S*|удал[её]н)|нет такого (?:пользователя|адреса|ящика)',
);

/** Returns what the words of a refusal say, whatever its code; null if they say nothing of these. */
export function meaningOf(text: string): RefusalMeaning | null {
  const words = text.replace(LINK, (link) => (BLOCKLIST.test(link) ? ' blocklist ' : ' '));
  if (UNKNOWN_AT_EDGE.test(words)) return 'unknown';
  if (!GREYLISTED.test(words) && US.test(words)) return 'us';
  if (FULL.test(words)) return 'full';
  return UNKNOWN.test(words) ? 'unknown' : null;
}

function any(...sources: readonly string[]): RegExp {
  return new RegExp(sources.join('|'), 'i');
}
