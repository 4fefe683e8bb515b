/* SPDX-License-Identifier: MIT */
/* Encodings of one byte a character (unicode.org's mapping tables), a row each: FM_ENCODING_ name,
 * name for users, what it is guessed as (FM_GUESS_), and the characters of 0x80 to 0xFF, 32 a line.
 * A new row is all that a new encoding needs. Octal escapes are the no-break space (240), the soft
 * hyphen (255), and codes that a table leaves open: they are the control character of that number,
 * as in WHATWG's Encoding Standard (0x81, 0x8D, 0x8F, 0x90, 0x9D of Windows-1252, 0x98 of
 * cp1251). */
#ifndef FM_PGN_ENCODING_TABLES_H
#define FM_PGN_ENCODING_TABLES_H

/* clang-format off */
#define FM_ENCODING_TABLES(X) \
    X(1252, "windows-1252", NEVER, \
      u"€\201‚ƒ„…†‡ˆ‰Š‹Œ\215Ž\217\220‘’“”•–—˜™š›œ\235žŸ" \
      u"\240¡¢£¤¥¦§¨©ª«¬\255®¯°±²³´µ¶·¸¹º»¼½¾¿" \
      u"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß" \
      u"àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ") \
    X(CP1251, "cp1251", CYRILLIC, \
      u"ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\230™љ›њќћџ" \
      u"\240ЎўЈ¤Ґ¦§Ё©Є«¬\255®Ї°±Ііґµ¶·ё№є»јЅѕї" \
      u"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" \
      u"абвгдежзийклмнопрстуфхцчшщъыьэюя") \
    X(KOI8_R, "koi8-r", CYRILLIC, \
      u"─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\240⌡°²·÷" \
      u"═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©" \
      u"юабцдефгхийклмнопярстужвьызшэщчъ" \
      u"ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ") \
    X(CP437, "cp437", DOS, \
      u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ" \
      u"áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" \
      u"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" \
      u"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\240") \
    X(CP850, "cp850", DOS, \
      u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ" \
      u"áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" \
      u"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀" \
      u"ÓßÔÒõÕµþÞÚÛÙýÝ¯´\255±‗¾¶§÷¸°¨·¹³²■\240") \
    X(CP866, "cp866", CYRILLIC, \
      u"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" \
      u"абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" \
      u"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" \
      u"рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\240")
/* clang-format on */

#endif
