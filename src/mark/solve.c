/* solve.c - see solve.h. */
#include "mark/solve.h"

#include "session/language/text.h"

static bool question_solve(ws_play *play, ws_error *error) {
    char answer[WS_PLAY_TEXT];
    ws_judgement verdict;
    if (!ws_play_solve(play, answer, sizeof answer, error))
        return false;
    if (!ws_play_answer(play, answer, &verdict, error))
        return false;
    return verdict.right ||
           fail_with(error, "the lesson judges its own solution wrong: `%.100s`", answer);
}

static bool items_solve(ws_play *play, ws_error *error) {
    while (ws_play_item(play)) {
        if (ws_item_is_question(ws_play_item(play)) && !question_solve(play, error))
            return false;
        if (!ws_play_go(play, error))
            return false;
    }
    return true;
}

bool ws_solve(const ws_course *course, const ws_issued *issued, const char *path, bool *lost,
              ws_error *error) {
    *lost = false;
    ws_play *play = ws_issued_play(issued, course->lesson, error);
    if (!play)
        return false;
    ws_session *session = ws_play_session(play);
    bool begun = ws_session_record_start(session, path, error);
    bool good = begun && items_solve(play, error);
    if (!good)
        ws_session_record_drop(session);
    bool kept = ws_session_record_stop(session, error);
    *lost = !begun || !kept;
    ws_play_end(play);
    return good && kept;
}
