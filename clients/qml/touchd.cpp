#define TOUCHD_IMPLEMENTATION
#include "../c/touchd.h"

#include "touchd.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QQmlEngine>
#include <QQmlExtensionPlugin>
#include <QQmlInfo>
#include <QSocketNotifier>
#include <algorithm>
#include <cerrno>

namespace {

const char *phaseName(touchd_phase phase) {
    switch (phase) {
    case TOUCHD_BEGAN: return "began";
    case TOUCHD_MOVED: return "moved";
    case TOUCHD_STATIONARY: return "stationary";
    case TOUCHD_ENDED: return "ended";
    case TOUCHD_CANCELLED: return "cancelled";
    case TOUCHD_CHANGED: return "changed";
    case TOUCHD_RECOGNIZED: return "recognized";
    }
    return "";
}

// The event as touchd wrote it. A cancel that the library made has the keys of the last event before it.
QVariantMap mapOf(const touchd_event &event) {
    QVariantMap map;
    if (event.json.at)
        map = QJsonDocument::fromJson(QByteArray(event.json.at, qsizetype(touchd_extent(event.json)))).object().toVariantMap();
    if (event.synthetic) {
        map.remove("coalesced");
        map.remove("timestamp");
        if (event.type == TOUCHD_CONTROL) map["action"] = "touchCancel";
        if (event.type == TOUCHD_GESTURE || event.type == TOUCHD_SCROLL) map["state"] = "cancelled";
    }
    // touchd's ids stay below 2^53, so that a number of JavaScript holds them.
    if (event.id) map["id"] = double(event.id);
    if (event.region) map["region"] = QString::fromUtf8(event.region);
    if (event.target) map["target"] = QString::fromUtf8(event.target);
    if (event.reason) map["reason"] = QString::fromUtf8(event.reason);
    if (event.gesture) map["gesture"] = QString::fromUtf8(event.gesture);
    if (event.panel) map["panel"] = QString::fromUtf8(event.panel);
    if (event.type == TOUCHD_TOUCH) {
        map["phase"] = QString::fromLatin1(phaseName(event.phase));
        map["x"] = event.x;
        map["y"] = event.y;
        map["tapCount"] = event.tap_count;
        map["inside"] = bool(event.inside);
    }
    if (event.has_local) map["local"] = QVariantList{event.local[0], event.local[1]};
    map["time"] = double(event.time);
    map["isPress"] = bool(touchd_is_press(&event));
    return map;
}

// The box around a region on the screen.
QRectF boxOf(const touchd_region &region) {
    const double *b = region.bounds, *m = region.to_screen;
    QRectF box;
    for (int corner = 0; corner < 4; corner++) {
        const double x = b[0] + (corner & 1 ? b[2] : 0), y = b[1] + (corner & 2 ? b[3] : 0);
        const QPointF point(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        if (corner == 0)
            box = QRectF(point, point);
        else
            box = QRectF(QPointF(std::min(box.left(), point.x()), std::min(box.top(), point.y())),
                         QPointF(std::max(box.right(), point.x()), std::max(box.bottom(), point.y())));
    }
    return box;
}

// Texts for the library, which takes arrays of pointers. They live as long as this.
class Texts {
public:
    explicit Texts(const QStringList &list) {
        for (const QString &text : list) m_bytes.append(text.toUtf8());
        for (const QByteArray &bytes : std::as_const(m_bytes)) m_pointers.append(bytes.constData());
    }
    const char *const *at() const { return m_pointers.isEmpty() ? nullptr : m_pointers.constData(); }
    size_t count() const { return size_t(m_pointers.size()); }

private:
    QList<QByteArray> m_bytes;
    QList<const char *> m_pointers;
};

} // namespace

void TouchdRegion::place(bool isPresent, const QRectF &frame) {
    if (isPresent == m_isPresent && frame == m_frame) return;
    m_isPresent = isPresent;
    m_frame = frame;
    emit placeChanged();
}

void TouchdRegion::placeFromClient() {
    const QRectF *box = nullptr;
    if (m_client) {
        const auto found = m_client->m_boxes.constFind(m_region);
        if (found != m_client->m_boxes.constEnd()) box = &*found;
    }
    place(box, box ? *box : QRectF());
}

void TouchdRegion::setRegion(const QString &region) {
    if (region == m_region) return;
    const bool wasDown = isDown();
    m_region = region;
    m_ids.clear();
    // A handler may destroy this.
    const QPointer<TouchdRegion> self(this);
    emit regionChanged();
    if (self && wasDown) emit touchesChanged();
    if (self) placeFromClient();
}

void TouchdRegion::track(quint64 id, bool isDown) {
    const bool was = m_ids.contains(id);
    if (was == isDown) return;
    if (isDown)
        m_ids.append(id);
    else
        m_ids.removeAll(id);
    emit touchesChanged();
}

void Touchd::Close::operator()(touchd *client) const { touchd_close(client); }

Touchd::Touchd(QObject *parent) : QObject(parent) {}

Touchd::~Touchd() {
    // The notifier must not outlive the descriptor.
    delete m_notifier;
}

void Touchd::componentComplete() {
    const QByteArray socket = m_socket.toUtf8(), name = m_name.toUtf8();
    touchd_options options{};
    options.path = m_socket.isEmpty() ? nullptr : socket.constData();
    options.name = m_name.isEmpty() ? nullptr : name.constData();
    options.retries = TOUCHD_FOREVER;
    m_client.reset(touchd_open(&options));
    m_isComplete = true;
    if (!m_client) {
        const QString text = QStringLiteral("no client of touchd can be made: %1").arg(QString::fromLocal8Bit(strerror(errno)));
        qmlWarning(this) << text;
        emit failed(text);
        return;
    }
    m_notifier = new QSocketNotifier(touchd_fd(m_client.get()), QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Touchd::read);
    subscribe();
}

void Touchd::setRegions(const QStringList &regions) {
    if (regions == m_regions) return;
    m_regions = regions;
    emit regionsChanged();
    if (!m_isComplete || !m_client) return;
    resubscribe();
}

// Replaces the subscription. On a connection the library can end it only after its reply; until then its events still come.
void Touchd::resubscribe() {
    m_isStale = m_subscription && m_isConnected && !m_isAnswered;
    if (m_isStale) return;
    if (m_subscription) touchd_unsubscribe(m_client.get(), m_subscription);
    subscribe();
}

void Touchd::appendChild(QQmlListProperty<TouchdRegion> *list, TouchdRegion *child) {
    auto *client = static_cast<Touchd *>(list->object);
    client->m_children.removeIf([](const QPointer<TouchdRegion> &each) { return each.isNull(); });
    if (!child) return;
    client->m_children.append(child);
    child->m_client = client;
    child->placeFromClient();
}

qsizetype Touchd::childCount(QQmlListProperty<TouchdRegion> *list) { return static_cast<Touchd *>(list->object)->m_children.size(); }

TouchdRegion *Touchd::childAt(QQmlListProperty<TouchdRegion> *list, qsizetype index) {
    return static_cast<Touchd *>(list->object)->m_children.value(index);
}

void Touchd::clearChildren(QQmlListProperty<TouchdRegion> *list) {
    auto *client = static_cast<Touchd *>(list->object);
    for (const QPointer<TouchdRegion> &child : std::as_const(client->m_children))
        if (child && child->m_client == client) child->m_client = nullptr;
    client->m_children.clear();
}

void Touchd::subscribe() {
    const Texts regions(m_regions), events(m_events);
    touchd_wishes wishes{};
    wishes.regions = regions.at();
    wishes.region_count = regions.count();
    wishes.events = events.at();
    wishes.event_count = events.count();
    wishes.observe = m_observe;
    m_subscription = touchd_subscribe(m_client.get(), &wishes);
    m_isAnswered = false;
    if (!m_subscription) qmlWarning(this) << "the subscription has no room: name fewer or shorter regions";
    readSoon();
}

// The library sends when it is asked for events, so ask, but not in the middle of a handler.
void Touchd::readSoon() { QMetaObject::invokeMethod(this, &Touchd::read, Qt::QueuedConnection); }

void Touchd::read() {
    if (m_isReading || !m_client) return;
    m_isReading = true;
    const bool hasFailed = touchd_dispatch(m_client.get(), 0) < 0;
    QPointer<Touchd> self(this);
    while (const touchd_event *event = touchd_next_event(m_client.get())) {
        handle(*event);
        // A handler may have destroyed this.
        if (!self) return;
    }
    m_isReading = false;
    if (hasFailed && m_notifier) m_notifier->setEnabled(false);
}

void Touchd::place(bool isWhole) {
    if (isWhole) m_boxes.clear();
    for (touchd_region region; touchd_next_region(m_client.get(), &region);) m_boxes.insert(QString::fromUtf8(region.id), boxOf(region));
    // Handlers may change the list, and destroy children.
    const QList<QPointer<TouchdRegion>> children = m_children;
    for (const QPointer<TouchdRegion> &child : children)
        if (child) child->placeFromClient();
}

void Touchd::handle(const touchd_event &event) {
    const QPointer<Touchd> self(this);
    switch (event.type) {
    case TOUCHD_CONNECTED:
    case TOUCHD_DISCONNECTED:
        m_isConnected = event.type == TOUCHD_CONNECTED;
        m_isAnswered = false;
        emit connectedChanged();
        return;
    case TOUCHD_TOUCH: {
        const QVariantMap map = mapOf(event);
        const bool isPress = touchd_is_press(&event);
        const bool isDown = event.phase != TOUCHD_ENDED && event.phase != TOUCHD_CANCELLED;
        const quint64 id = event.id;
        const QString region = map["region"].toString();
        const QList<QPointer<TouchdRegion>> children = m_children;
        for (const QPointer<TouchdRegion> &child : children) {
            // A handler may destroy the child, or give it another region.
            const auto isMeant = [&] { return child && child->m_region == region; };
            if (isMeant()) child->track(id, isDown);
            if (isMeant()) emit child->touch(map);
            if (isPress && isMeant()) emit child->press(map);
        }
        if (self) emit touch(map);
        if (self && isPress) emit press(map);
        return;
    }
    case TOUCHD_GESTURE: emit gesture(mapOf(event)); return;
    case TOUCHD_CONTROL: emit control(mapOf(event)); return;
    case TOUCHD_SCROLL: emit scroll(mapOf(event)); return;
    case TOUCHD_SNAPSHOT:
    case TOUCHD_TREE: place(true); return;
    case TOUCHD_CONFIG:
        if (event.ok) place(true);
        break;
    case TOUCHD_REGIONS_CHANGED: place(false); return;
    case TOUCHD_REPLY: {
        QVariantMap map = mapOf(event);
        map["ok"] = bool(event.ok);
        if (!event.ok) map["message"] = QString::fromUtf8(event.message ? event.message : "");
        if (!event.ok) map["code"] = QString::fromUtf8(event.code ? event.code : "");
        if (!event.ok) qmlWarning(this) << map["message"].toString();
        if (m_subscription && event.id == m_subscription) {
            m_isAnswered = true;
            if (m_isStale) resubscribe();
        }
        emit reply(map);
        return;
    }
    case TOUCHD_FAILED: {
        const QString text = QString::fromUtf8(event.message ? event.message : "");
        qmlWarning(this) << text;
        emit failed(text);
        return;
    }
    default: break;
    }
    if (event.message) {
        const QString text = QString::fromUtf8(event.message);
        qmlWarning(this) << text;
        emit message(text);
    }
}

double Touchd::sent(quint64 id) {
    readSoon();
    return double(id);
}

double Touchd::request(const QString &type, const QVariantMap &members) {
    if (!m_client) return 0;
    QByteArray text = QJsonDocument(QJsonObject::fromVariantMap(members)).toJson(QJsonDocument::Compact);
    // The library writes the braces.
    text = text.mid(1, text.size() - 2);
    return sent(touchd_request(m_client.get(), type.toUtf8().constData(), text.isEmpty() ? nullptr : text.constData()));
}

double Touchd::claim(const QStringList &receivers) {
    const Texts texts(receivers);
    return m_client ? sent(touchd_claim(m_client.get(), texts.at(), texts.count(), 0)) : 0;
}

double Touchd::release(const QStringList &receivers) {
    const Texts texts(receivers);
    return m_client ? sent(touchd_release(m_client.get(), texts.at(), texts.count())) : 0;
}

double Touchd::edit(const QVariantList &edits, bool redo) {
    const QByteArray text = QJsonDocument(QJsonArray::fromVariantList(edits)).toJson(QJsonDocument::Compact);
    return m_client ? sent(touchd_edit(m_client.get(), text.constData(), redo ? TOUCHD_REDO : 0)) : 0;
}

class TouchdPlugin : public QQmlExtensionPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QQmlExtensionInterface_iid)
public:
    void registerTypes(const char *uri) override {
        qmlRegisterType<Touchd>(uri, 1, 0, "Touchd");
        qmlRegisterType<TouchdRegion>(uri, 1, 0, "TouchdRegion");
    }
};

#include "touchd.moc"
