create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- People are found without the accents of their names, and by the words of a name in any order. One function normalizes names and queries as
-- comments are normalized for search: it also maps capitals that `lower` leaves in a database of the C locale, and makes apostrophes alike.
-- Names of ASCII alone, the most, need only `lower`. The result has at most 128 characters, because the size of an index entry is limited.
create function folded(name text) returns text language sql immutable parallel safe
  return left(btrim(regexp_replace(translate(
    case when octet_length(left(name, 128)) = char_length(left(name, 128)) then lower(left(name, 128)) else
      replace(replace(replace(replace(replace(replace(translate(
        lower(normalize(regexp_replace(normalize(translate(left(name, 128), '’‘ʼ´′ʹ', ''''''''''''''), NFKD),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]',
          '', 'g'), NFC)),
        'ØøŁłĐđĦħıςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЈЉЊЂЋЏҐ',
        'oollddhhiσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіјљњђћџґ'),
        'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss')
    end, '`', ''''), '[[:space:],;()"]+', ' ', 'g')), 128);

-- The word of a query by which candidates are looked up: the longest, which the fewest names have.
create function longest_word(query text) returns text language sql immutable parallel safe
  as $$ select word from unnest(string_to_array(query, ' ')) with ordinality as w (word, nth) order by length(word) desc, nth limit 1 $$;
