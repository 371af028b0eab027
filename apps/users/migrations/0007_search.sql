-- For the search of users by the beginning of their name, of its last word, and of their e-mail address, in either case. Each entry holds at most 128
-- characters, since an entry of an index has a bound. What is indexed are expressions of the row itself: it goes when the row goes.

    create index users_by_name on users (api_key_id, (lower(left(name, 128)) collate "C"), user_id);
    create index users_by_last_name on users (api_key_id, (lower(left(split_part(btrim(name), ' ', -1), 128)) collate "C"), user_id);
    create index users_by_email on users (api_key_id, (lower(left(email, 128)) collate "C"), user_id);
